import { z } from 'zod/mini'
import { removeFile, storeFile } from '../../app/platform/files/document-files.server.ts'
import { readUpload } from '../../app/platform/files/upload.server.ts'
import { ask, type FieldSession, Refused, requireCompany } from './session.ts'

/** Is what a phone makes of a photograph before it sends it. */
const MAX_BYTES = 200_000

/** Documents of which people in the field take photographs: of cheques, and of signed delivery receipts. */
const KINDS = ['collection', 'booking'] as const

export const photoForm = z.object({
  project: z.uuid(),
  /** The phone makes it with the photograph, so that one that is sent twice is attached once. */
  key: z.uuid(),
  kind: z.enum(KINDS),
  document: z.uuid(),
  name: z.string().check(z.maxLength(100)),
  data: z.base64(),
})

const refuse = (message: string, code = 'file') => new Refused(422, { message, code })

/** Attaches a photograph to a document, by the office's command. It is stored as its pixels alone. */
export async function takePhoto(
  session: FieldSession,
  { project, key, kind, document, name, data }: z.infer<typeof photoForm>,
): Promise<object> {
  const sent = Buffer.from(data, 'base64')
  if (sent.byteLength > MAX_BYTES) throw refuse('A photograph has at most 200 kB.')
  const read = await readUpload(sent)
  if (!read.ok) throw refuse(read.message)
  const stored = await storeFile(
    session.db,
    { projectId: project, kind, id: document },
    read,
  ).catch(async (error: unknown) => {
    if (!(error instanceof Error && error.name === 'StorageApiError')) throw error
    // The policy of the bucket does not tell a session that has ended from a document that the person may not change.
    await requireCompany(session, project)
    throw refuse('This document takes no photograph of yours.')
  })
  if (!stored.ok) throw new Refused(stored.error.status, stored.error)
  try {
    return await ask<object>(session, 'attach_files', {
      p_project: project,
      p_idempotency_key: key,
      p_kind: kind,
      p_document: document,
      p_files: [{ name: `${name}.${read.kind}`, path: stored.data }],
    })
  } catch (error) {
    // Storage keeps a file that a document names, so one that was attached before stays.
    if (error instanceof Refused) await removeFile(session.db, { path: stored.data })
    throw error
  }
}
