/** First names that very many people in Europe and America have: whoever takes all of them for a mark takes every shop's customers for one. */
export const commonFirstNames: readonly string[] = (
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen ' +
  'Christopher Lisa Daniel Nancy Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle ' +
  'Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Timothy Deborah Ronald Stephanie Edward Rebecca Jason Sharon Jeffrey Laura Ryan Cynthia ' +
  'Jacob Kathleen Gary Amy Nicholas Angela Eric Shirley Jonathan Anna Stephen Brenda Larry Pamela Justin Emma Scott Nicole Brandon Helen Benjamin ' +
  'Samantha Samuel Katherine Gregory Christine Alexander Debra Frank Rachel Patrick Carolyn Raymond Janet Jack Catherine Dennis Maria Jerry Heather ' +
  'Peter Wolfgang Klaus Andreas Stefan Christian Sabine Ursula Monika Petra Claudia Julia Katharina Jan Lukas Felix Hannah Lena Marie Jean Pierre ' +
  'Philippe Nathalie Isabelle Antonio Jose Manuel Francisco Juan Carmen Ana Isabel Giuseppe Giovanni Marco Luca Francesca Chiara Piotr ' +
  'Krzysztof Andrzej Tomasz Agnieszka Katarzyna Malgorzata Elena Olga Ivan Sergei Natalia Tatiana Mehmet Mustafa Ahmet Fatma Ayse Mohamed Ali Omar'
).split(' ');

/** Last names that very many people there have. */
export const commonLastNames: readonly string[] = (
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson ' +
  'Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green ' +
  'Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris ' +
  'Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood ' +
  'Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Mueller Schmidt Schneider Fischer Weber Meyer Wagner ' +
  'Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schroeder Neumann Schwarz Zimmermann Braun Krueger Hofmann Dubois Bernard Petit Durand Leroy ' +
  'Moreau Simon Laurent Rossi Russo Ferrari Esposito Bianchi Romano Colombo Nowak Kowalski Wisniewski Wojcik Kaminski Lewandowski Ivanov Petrov ' +
  'Yilmaz Kaya Demir Jansen Visser Bakker Jensen Nielsen Hansen Andersson Johansson Silva Santos Oliveira Pereira Costa'
).split(' ');
