import { createHash, randomBytes } from 'node:crypto'
import { adminClient } from '~/platform/db/admin-client.server'
import { type CommandError, explain } from '~/platform/db/command.server'
import type { Sent } from '~/platform/forms/form-action.server'
import { packPapers } from '~/platform/papers/packed'
import { readKeptPapers } from './papers.server'

type Kept = { ok: true; token: string } | { ok: false; error: CommandError }

/**
 * Keeps a paper as its sender sees it now, under the key of the form: later changes of names, prices and settings do not change what
 * its receiver gets. It opens nothing until the sender shares it.
 *
 * @param paper its name in the address of the form.
 */
export async function keepPaper(
  { context, url, id, user, projectId, idempotencyKey }: Sent,
  paper: string | undefined,
): Promise<Kept> {
  const kept = await readKeptPapers({ paper, id, url, context })
  const content = await packPapers(kept)
  if (content === null)
    return refused('This is too much to share. Choose a shorter period, or send the PDF yourself.')
  // 128 bits: nobody guesses them, and the database has their hash alone.
  const token = randomBytes(16).toString('hex')
  const { error } = await adminClient().rpc('keep_paper', {
    p_kept: {
      ...{ id: idempotencyKey, project: projectId, user: user.userId, document: id, content },
      paper: paper!,
      title: kept.papers.file.slice(0, 200),
      token_hash: createHash('sha256').update(token).digest('hex'),
    },
  })
  return error ? { ok: false, error: explain(error) } : { ok: true, token }
}

const refused = (message: string): Kept => ({
  ok: false,
  error: { status: 422, code: 'too_large', message },
})
