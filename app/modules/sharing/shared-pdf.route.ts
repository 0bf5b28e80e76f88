import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { pdfReply } from '~/modules/prints/pdf.server'
import { paths } from '~/paths'
import { publicRoute } from '~/platform/access/guard.server'
import { openShared } from './shared.server'

/** Downloads a paper as a PDF with its link. The page says it where the link opens nothing. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  publicRoute(context)
  const kept = await openShared(context, params.token)
  return kept ? pdfReply(context, kept) : redirect(paths.sharing.shared(params.token!))
}
