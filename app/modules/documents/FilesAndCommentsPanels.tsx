import { useLocation } from '@remix-run/react'
import { paths } from '~/paths'
import { CommentsPanel } from './comments/CommentsPanel'
import { FilesPanel } from './files/FilesPanel'
import type { DocumentParts } from './parts.server'

/** Shows the files of a document and the comments on it. Their forms come back to this page; a refused one has its own. */
export function FilesAndCommentsPanels({ parts }: { parts: DocumentParts }) {
  const { pathname, search } = useLocation()
  const action = `${paths.documents.parts(parts.kind, parts.id)}?back=${encodeURIComponent(pathname + search)}`
  return (
    <>
      <FilesPanel {...{ parts, action }} />
      <CommentsPanel {...{ parts, action }} />
    </>
  )
}
