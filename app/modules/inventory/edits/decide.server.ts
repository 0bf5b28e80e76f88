import type { z } from 'zod/mini'
import { commandRunner } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { decideSchema } from './schema'

/**
 * Decides the requests one after the other. A request that fails does not affect the rest.
 *
 * @returns The number of decided requests, and the reason for each one that failed.
 */
export async function decideEdits(
  db: Db,
  projectId: string,
  { intent, note, picked }: z.output<typeof decideSchema>,
): Promise<{ decided: number; refused: { id: string; message: string }[] }> {
  const refused = []
  for (const each of picked) {
    const [id = '', version, idempotencyKey = ''] = each.split('~')
    const result = await commandRunner(
      db,
      projectId,
      idempotencyKey,
    )('decide_product_edit', {
      p_request: id,
      p_version: Number(version),
      p_decision: intent,
      p_note: note ?? null,
    })
    if (!result.ok) refused.push({ id, message: result.error.message })
  }
  return { decided: picked.length - refused.length, refused }
}
