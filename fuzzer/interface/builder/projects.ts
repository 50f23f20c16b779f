import type { ListedProject, TargetInventory } from '../target/targetInventory.ts';
import type { Table } from './tableGenerator.ts';

/** Returns the projects with their names. */
export const projectTable = ({ projects }: TargetInventory): Table<ListedProject> =>
  projects.map((project, at) => [`project ${at + 1}`, project] as const);

/** Returns the rows of all projects. A row of the first project keeps its name; others also have the name of their project. */
export const perProject = <Cell>(
  known: TargetInventory,
  rowsOf: (project: ListedProject) => Table<Cell>,
): (readonly [name: string, cell: Cell])[] =>
  projectTable(known).flatMap(([where, project], at) =>
    rowsOf(project).map(([name, cell]) => [at === 0 ? name : `${name}, ${where}`, cell] as const),
  );
