import { parseWithZod } from '@conform-to/zod/v4'
import { runCommand } from '~/platform/db/command.server'
import { invalidReply, refusedReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import type { Act } from '../commands.server'
import { readUpload } from './content.server'
import { attachSchema, detachSchema } from './schema'
import { removeFile, storeFile } from './storage.server'

/** Attaches an uploaded file to a voucher. Returns null on success. */
export async function attachFile(db: Db, act: Act, form: FormData) {
  const submission = parseWithZod(form, { schema: attachSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { file } = submission.value
  const read = await readUpload(new Uint8Array(await file.arrayBuffer()))
  if (!read.ok) return reply(submission.reply({ fieldErrors: { file: [read.message] } }), 422)
  const path = await storeFile(db, { projectId: act.projectId, id: act.voucherId }, read)
  const result = await runCommand(db, 'attach_voucher_file', {
    p_project: act.projectId,
    p_idempotency_key: act.idempotencyKey,
    p_voucher: act.voucherId,
    p_file: { name: nameOf(file.name, read.kind), path },
  })
  if (result.ok) return null
  // Storage refuses to delete a file that a voucher names, so an earlier attachment of the same
  // file stays.
  await removeFile(db, path)
  return refusedReply(submission, result.error)
}

/** Removes a file from a voucher and from the bucket. Returns null on success. */
export async function detachFile(db: Db, act: Act, form: FormData) {
  const submission = parseWithZod(form, { schema: detachSchema })
  if (submission.status !== 'success') throw problem(400)
  const result = await runCommand(db, 'detach_voucher_file', {
    p_project: act.projectId,
    p_idempotency_key: act.idempotencyKey,
    p_attachment: submission.value.attachment,
  })
  if (!result.ok && result.error.status === 404) throw problem(404)
  if (!result.ok) return refusedReply(submission, result.error)
  await removeFile(db, result.data.path)
  return null
}

/** Returns the file's name without folders, with the extension of its kind. */
function nameOf(given: string, kind: string): string {
  const base = (given.split(/[\\/]/).pop() ?? '')
    .replace(/\p{Cc}/gu, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim()
  return `${base.slice(0, 100) || 'file'}.${kind}`
}
