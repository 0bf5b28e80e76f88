import { problem } from '~/platform/request/errors'
import { type DocumentKind, documentKind, KINDS_WITH_FILES } from './kinds'

/** A document that a form is about, and the page from which it was sent. */
export interface ReadDocument {
  kind: DocumentKind
  id: string
  back: string
}

/** An address of this product. */
const OWN_ADDRESS = /^\/[a-z][\w/-]*(\?[^#]*)?$/i

/** Returns the kind of document that an address `/documents/<kind>/<id>` names. */
export function kindInAddress(url: string): DocumentKind {
  const kind = documentKind(new URL(url).pathname.split('/')[2])
  if (!kind) throw problem(404)
  return kind
}

/** Returns the page to go back to: the one that the form was sent from, else the document's own. */
export function backOf(url: URL, kind: DocumentKind, id: string): string {
  const back = url.searchParams.get('back')
  return back && OWN_ADDRESS.test(back) ? back : KINDS_WITH_FILES[kind].page(id)
}
