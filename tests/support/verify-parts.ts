import { inParts } from '../../app/modules/audit/verify.server.ts'

/** A row of verify_books. */
interface Found {
  check_key: string
  violations: number
}

/**
 * Runs all checks of the books, part after part, as an external client of an embedded database has to.
 *
 * @param ask calls verify_books with the number of a part.
 */
export const verifyInParts = (ask: (p_part: number) => Promise<Found[]>) =>
  inParts(async (part) =>
    (await ask(part)).map(({ check_key, violations }) => ({
      key: check_key,
      violations: Number(violations),
    })),
  )
