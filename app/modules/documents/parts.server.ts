import { row } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Db, Membership } from '~/platform/request/context'
import type { DocumentKind } from './kinds'

/** A file of a document. */
export interface DocumentFile {
  id: string
  name: string
  /** In bytes; null when the storage did not say. */
  size: number | null
  createdBy: string | null
  createdAt: string
  mayRemove: boolean
}

/** A comment on a document. */
export interface DocumentComment {
  id: string
  /** Null once it is removed. */
  note: string | null
  mentions: string[]
  createdBy: string | null
  createdAt: string
  removedBy: string | null
  mayRemove: boolean
}

/** The files and comments of a document, as its page shows them. */
export interface DocumentParts {
  kind: DocumentKind
  id: string
  /** The name with its number, such as "Booking SO-1". */
  title: string
  project: string
  timeZone: string
  mayAttach: boolean
  files: DocumentFile[]
  /** The newest first. */
  comments: DocumentComment[]
  /** There are older comments than these. */
  more: boolean
  /** People who may be mentioned: those who may read the document. */
  people: { id: string; name: string }[]
  /** Names by id, as far as the reader may see them. */
  names: Record<string, string>
  idempotencyKeys: { attach: string; detach: string; comment: string; uncomment: string }
}

/** The number of comments that a document's page shows; the database answers one more. */
const SHOWN = 20

interface Found {
  title: string
  may_attach: boolean
  files: {
    id: string
    name: string
    size: number | null
    created_by: string | null
    created_at: string
    may_remove: boolean
  }[]
  comments: {
    id: string
    note: string | null
    mentions: string[]
    created_by: string | null
    created_at: string
    removed_by: string | null
    may_remove: boolean
  }[]
  readers: string[]
  names: Record<string, string>
}

/**
 * Reads the files and comments of a document, with `all` also the older comments.
 *
 * @throws A 404 response when the document is missing or the reader may not read it.
 */
export async function readFilesAndComments(
  db: Db,
  { projectId, timeZone }: Pick<Membership, 'projectId' | 'timeZone'>,
  kind: DocumentKind,
  id: string,
  { all = false } = {},
): Promise<DocumentParts> {
  const args = { p_project: projectId, p_kind: kind, p_document: id, p_all: all }
  const found = row(await db.rpc('files_and_comments', args)) as unknown as Found
  const { names } = found
  const comments = all ? found.comments : found.comments.slice(0, SHOWN)
  return {
    kind,
    id,
    title: found.title,
    project: projectId,
    timeZone,
    mayAttach: found.may_attach,
    files: found.files.map((file) => ({
      id: file.id,
      name: file.name,
      size: file.size,
      createdBy: file.created_by,
      createdAt: file.created_at,
      mayRemove: file.may_remove,
    })),
    comments: comments.map((comment) => ({
      id: comment.id,
      note: comment.note,
      mentions: comment.mentions,
      createdBy: comment.created_by,
      createdAt: comment.created_at,
      removedBy: comment.removed_by,
      mayRemove: comment.may_remove,
    })),
    more: comments.length < found.comments.length,
    people: found.readers
      .flatMap((reader) => (names[reader] ? { id: reader, name: names[reader] } : []))
      .sort((a, b) => a.name.localeCompare(b.name)),
    names,
    idempotencyKeys: {
      attach: newIdempotencyKey(),
      detach: newIdempotencyKey(),
      comment: newIdempotencyKey(),
      uncomment: newIdempotencyKey(),
    },
  }
}
