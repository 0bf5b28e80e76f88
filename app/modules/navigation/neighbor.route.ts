import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/platform/access/guard.server'
import { problem } from '~/platform/request/errors'
import { withoutCursor } from '~/platform/request/first-page'
import { listPlaceOf, withListPlace } from '~/platform/request/list-place'
import { DOCUMENT_LISTS } from './document-lists.server'

/**
 * Leads from a document to the next or previous one of its list: reads the page of the list that
 * begins at the document, by the list's own loader with its permissions, filters and order. A
 * document's page so asks nothing about its neighbors before somebody goes there.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context)
  const { searchParams } = new URL(request.url)
  const place = listPlaceOf(searchParams)
  if (!place) throw problem(400)
  const url = new URL(place.list, request.url)
  const list = DOCUMENT_LISTS[url.pathname.toLowerCase()]
  if (!list) throw problem(404, 'Page not found.')
  const back = searchParams.get('way') === 'previous'
  const query = withoutCursor(url.searchParams)
  query.set(back ? 'before' : 'after', place.at)
  url.search = String(query)
  const { rows } = await list.loader({ request: new Request(url), context, params: {} })
  const row = rows.at(back ? -1 : 0)
  // Beyond the first and the last document is the list.
  if (!row) return redirect(place.list)
  return redirect(withListPlace(list.document(row.id), { list: place.list, at: row.cursor }))
}
