import { z } from 'zod/mini'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

const faultShape = z.object({
  kind: z.string(),
  id: z.string(),
  label: z.string(),
  stored: z.nullable(z.string()),
  expected: z.nullable(z.string()),
})

/** A document that fails a check: the stored figure, and the figure recomputed from its sources. */
export type Fault = z.infer<typeof faultShape>

export interface BookCheck {
  key: string
  area: string
  /** The rule that the check proves. */
  rule: string
  /** The number of documents that fail; 0 means the check passes. */
  violations: number
  /** The first documents that fail. */
  faults: Fault[]
}

/** Parts in which the checks run (SQL: `private.book_check_parts`): between them other people come first. */
export const CHECK_PARTS = 18

/** Runs all checks of a project's books (SQL: `verify_books`), in order. */
export const verifyBooks = (db: Db, projectId: string): Promise<BookCheck[]> =>
  inParts((part) => verifyPart(db, projectId, part))

/** Runs the checks part after part, and returns each once. */
export async function inParts<C extends Pick<BookCheck, 'key' | 'violations'>>(
  verify: (part: number) => Promise<C[]>,
): Promise<C[]> {
  const checks = new Map<string, C>()
  for (let part = 1; part <= CHECK_PARTS; part++)
    // A check is of one part, and answers 0 in the others.
    for (const check of await verify(part))
      if (check.violations > 0 || !checks.has(check.key)) checks.set(check.key, check)
  return [...checks.values()]
}

async function verifyPart(db: Db, p_project: string, p_part: number): Promise<BookCheck[]> {
  const found = rows(await db.rpc('verify_books', { p_project, p_part }))
  return found.map(({ check_key, area, rule, violations, examples }) => ({
    key: check_key,
    area,
    rule,
    violations: Number(violations),
    faults: z.array(faultShape).parse(examples),
  }))
}
