import type { Fault } from '../../traffic/outcome/fault.ts';
import type { ShownObject } from './contractShape.ts';

/**
 * Reports the named fields that some entries of one answer show and others leave out, each once. A writer that drops 0, false or an empty text does so. The text
 * does not say that such a field may be missing, so it warns; where no entry shows a field, the target may not have it. Null is shown.
 */
export function leftOut(entries: readonly ShownObject[], names: readonly string[]): Fault[] {
  return names.flatMap((name): Fault[] => {
    const shows = ({ value }: ShownObject) => Object.hasOwn(value, name);
    const lacking = entries.filter((entry) => !shows(entry));
    const [first] = lacking;
    if (!first || lacking.length === entries.length) return [];
    const seen = `none there, and ${name} in ${entries.length - lacking.length} of ${entries.length} entries`;
    return [{ code: 'leftOut', where: `${first.where}/${name}`, seen, exchanges: [first.exchange.id] }];
  });
}
