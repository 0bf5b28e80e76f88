import { lazy, Suspense } from 'react'
import { FilesAndCommentsPanels } from './FilesAndCommentsPanels'
import type { DocumentParts } from './parts.server'

/** They stand below what a page is for: their script comes after the page's own. */
const Panels = import.meta.env.SSR
  ? FilesAndCommentsPanels
  : lazy(async () => ({
      default: (await import('./FilesAndCommentsPanels')).FilesAndCommentsPanels,
    }))

/** Shows the files of a document and the comments on it. */
export function FilesAndComments({ parts }: { parts: DocumentParts }) {
  return (
    <Suspense>
      <Panels parts={parts} />
    </Suspense>
  )
}
