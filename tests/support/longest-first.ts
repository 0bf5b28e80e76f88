import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose single tests are long: begun last, they would run alone at the end while the other cores wait. */
const LONG = [
  'e2e/story',
  'e2e/screens',
  'http/access',
  'http/links',
  'http/fuzz',
  'http/accounts',
  'http/sign-in',
  'http/agreement',
  'hosted-web/replay',
  'db/model',
  'db/demo-resume',
  'db/cheque-oracle',
  'db/receipt-properties',
  'db/verify-books',
  'db/functions',
  'db/hidden-keys',
  'db/acts-agree',
  'embedded-supabase/database/one-connection',
]

/** The long ones first, then vitest's own order: the largest file first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.includes(`/${name}.`))
      return at === -1 ? LONG.length : at
    }
    return [...sorted].sort((a, b) => rank(a) - rank(b))
  }
}
