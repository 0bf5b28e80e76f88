import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose single tests are long: begun last, they would run alone at the end while the other cores wait. */
const LONG = [
  'e2e/screens',
  'http/access',
  'http/agreement',
  'db/cheque-oracle',
  'db/receipt-properties',
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
