import { z } from 'zod/mini'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

const faultShape = z.object({
  kind: z.string(),
  id: z.string(),
  label: z.string(),
  said: z.nullable(z.string()),
  found: z.nullable(z.string()),
})

/** A document that breaks a check: what it says, and what its sources add up to. */
export type Fault = z.infer<typeof faultShape>

export interface BookCheck {
  key: string
  area: string
  /** What must be true. */
  says: string
  /** How many documents break it; 0 = right. */
  wrong: number
  /** The first of them. */
  faults: Fault[]
}

/** Runs every check of the books of a project (SQL: verify_books), in order. */
export async function verifyBooks(db: Db, projectId: string): Promise<BookCheck[]> {
  const found = rows(await db.rpc('verify_books', { p_project: projectId }))
  return found.map(({ check_key, area, says, wrong, examples }) => ({
    key: check_key,
    area,
    says,
    wrong: Number(wrong),
    faults: z.array(faultShape).parse(examples),
  }))
}
