import { NOWHERE } from './function-access.ts'

/** Arguments of the functions that act on a document of any kind: the document decides who may, and one that is not read is missing. */
const ARGUMENTS = {
  add_comment: { p_kind: 'booking', p_document: NOWHERE, p_comment: {} },
  attach_files: { p_kind: 'booking', p_document: NOWHERE, p_files: [] },
  detach_file: { p_file: NOWHERE },
  files_and_comments: { p_kind: 'booking', p_document: NOWHERE },
  remove_comment: { p_comment: NOWHERE },
}

export const DOCUMENT_FUNCTIONS = Object.fromEntries(
  Object.entries(ARGUMENTS).map(([name, args]) => [name, { needs: 'anyone', args }] as const),
)
