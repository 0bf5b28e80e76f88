import { orNotFound } from '~/platform/db/command.server'
import { readUpload } from '~/platform/files/upload.server'
import type { MakeIntent } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import type { VoucherDocument } from '../document.server'
import { attachSchema, detachSchema } from './schema'
import { removeFile, storeFile } from './storage.server'

/** The forms that attach a file to a voucher, and remove one. */
export function attachmentIntents(intent: MakeIntent<VoucherDocument>) {
  return {
    attach: intent({
      schema: attachSchema,
      // Asking for the key refuses a form without one before its file is stored.
      command: async ({ db, projectId, id, run, idempotencyKey: _key, value: { file } }) => {
        const read = await readUpload(new Uint8Array(await file.arrayBuffer()))
        if (!read.ok) {
          const error = { status: 422, code: 'file', field: 'file', message: read.message } as const
          return { ok: false, error }
        }
        const stored = await storeFile(db, { projectId, id }, read)
        if (!stored.ok) return stored
        const path = stored.data
        const name = nameOf(file.name, read.kind)
        const result = await run('attach_voucher_file', { p_voucher: id, p_file: { name, path } })
        // Storage refuses to delete a file that a voucher names, so an earlier attachment of the
        // same file stays.
        if (!result.ok) await removeFile(db, path)
        return result
      },
      done: 'The file is attached.',
    }),
    detach: intent({
      schema: detachSchema,
      command: async ({ db, run, value: { attachment } }) => {
        if (!attachment) throw problem(400)
        const result = await orNotFound(run('detach_voucher_file', { p_attachment: attachment }))
        if (result.ok) await removeFile(db, result.data.path)
        return result
      },
      done: 'The file is removed.',
    }),
  }
}

/** Returns the file's name without folders, with the extension of its kind. */
function nameOf(given: string, kind: string): string {
  const base = (given.split(/[\\/]/).pop() ?? '')
    .replace(/\p{Cc}/gu, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim()
  return `${base.slice(0, 100) || 'file'}.${kind}`
}
