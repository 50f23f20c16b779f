import { authRules } from './auth.ts';
import { disclosureRules } from './disclosure.ts';
import { errorRules } from './errors.ts';
import { implementationRules } from './implementationChoices.ts';
import { quotaRules } from './quota.ts';
import { versionRules } from './versions.ts';

/** Every rule that affects all operations: answers, errors, access, quota, versions. */
export const coreSectionRules = {
  ...authRules,
  ...disclosureRules,
  ...errorRules,
  ...implementationRules,
  ...quotaRules,
  ...versionRules,
};
