import { CHECK_PARTS } from '../../app/modules/audit/verify.server.ts'

interface Check {
  check_key: string
  violations: number
}

/**
 * Runs all checks of the books, part after part, as an external client of an embedded database has to.
 *
 * @param ask calls verify_books with the number of a part.
 * @returns each check once, as its part answers it.
 */
export async function verifyInParts(ask: (p_part: number) => Promise<Check[]>): Promise<Check[]> {
  const checks = new Map<string, Check>()
  for (let part = 1; part <= CHECK_PARTS; part++)
    for (const check of await ask(part))
      if (Number(check.violations) > 0 || !checks.has(check.check_key))
        checks.set(check.check_key, check)
  return [...checks.values()]
}
