import { type CommandResult, orNotFound } from '~/platform/db/command.server'
import { removeFile, storeFile } from '~/platform/files/document-files.server'
import { readUpload } from '~/platform/files/upload.server'
import type { MakeIntent, Sent } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import type { ReadDocument } from '../document.server'
import { attachSchema, detachSchema } from '../schema'

interface StoredFile {
  name: string
  path: string
}

/** The forms that attach files to a document, and remove one. */
export function fileIntents(intent: MakeIntent<ReadDocument>) {
  return {
    attach: intent({
      schema: attachSchema,
      // Asking for the key refuses a form without one before its files are stored.
      command: async ({ db, projectId, run, document, idempotencyKey: _key, value: { files } }) => {
        const stored = await storeAll(db, { projectId, ...document }, files)
        if (!stored.ok) return stored
        const { kind: p_kind, id: p_document } = document
        const result = await orNotFound(
          run('attach_files', {
            p_kind,
            p_document,
            p_files: stored.data.map((file) => ({ ...file })),
          }),
        )
        // Storage refuses to delete a file that a document names, so an earlier attachment of the
        // same file stays.
        if (!result.ok) await Promise.all(stored.data.map(({ path }) => removeFile(db, { path })))
        return result
      },
      done: (_, { document, value: { files } }) => ({
        to: `${document.back}#files`,
        text: files.length === 1 ? 'The file is attached.' : 'The files are attached.',
      }),
    }),
    detach: intent({
      schema: detachSchema,
      command: async ({ db, run, value: { file } }) => {
        if (!file) throw problem(400)
        const result = await orNotFound(run('detach_file', { p_file: file }))
        if (result.ok) await removeFile(db, result.data)
        return result
      },
      done: (_, { document }) => ({ to: `${document.back}#files`, text: 'The file is removed.' }),
    }),
  }
}

/** Checks and stores files; what was stored before one of them is refused is removed again. */
async function storeAll(
  db: Sent['db'],
  document: { projectId: string; kind: string; id: string },
  files: readonly File[],
): Promise<CommandResult<StoredFile[]>> {
  const done: StoredFile[] = []
  const refuse = async (result: Extract<CommandResult<never>, { ok: false }>) => {
    await Promise.all(done.map(({ path }) => removeFile(db, { path })))
    return result
  }
  for (const file of files) {
    const read = await readUpload(new Uint8Array(await file.arrayBuffer()))
    if (!read.ok) {
      const message = files.length > 1 ? `${baseOf(file.name)}: ${read.message}` : read.message
      return refuse({ ok: false, error: { status: 422, code: 'file', field: 'files', message } })
    }
    const stored = await storeFile(db, document, read)
    if (!stored.ok) return refuse(stored)
    done.push({ name: `${baseOf(file.name)}.${read.kind}`, path: stored.data })
  }
  return { ok: true, data: done }
}

/** Returns a file's name without folders and extension; its content says its kind. */
function baseOf(given: string): string {
  const base = (given.split(/[\\/]/).pop() ?? '')
    .replace(/\p{Cc}/gu, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim()
  return base.slice(0, 100) || 'file'
}
