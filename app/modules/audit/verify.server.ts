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

/** Runs all checks of a project's books (SQL: `verify_books`), in order. */
export async function verifyBooks(db: Db, projectId: string): Promise<BookCheck[]> {
  const found = rows(await db.rpc('verify_books', { p_project: projectId }))
  return found.map(({ check_key, area, rule, violations, examples }) => ({
    key: check_key,
    area,
    rule,
    violations: Number(violations),
    faults: z.array(faultShape).parse(examples),
  }))
}
