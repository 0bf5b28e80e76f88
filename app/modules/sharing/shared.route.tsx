import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { publicRoute } from '~/platform/access/guard.server'
import type { KeptPapers } from '~/platform/papers/packed'
import type { Paper } from '~/platform/papers/paper'
import { reply } from '~/platform/request/reply.server'
import { LinkButton } from '~/ui/Button'
import { cx } from '~/ui/classes'
import { PaperSheets } from '~/ui/PaperSheet'
import { openShared } from './shared.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.shared?.papers.file ?? 'Shared paper' },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** The page runs no script. */
export const handle = { plain: true }

export async function loader({ params, context }: LoaderFunctionArgs) {
  publicRoute(context)
  const kept = await openShared(context, params.token)
  return reply({ token: params.token!, shared: kept && shown(kept) }, kept ? 200 : 404)
}

/** Returns what the page draws: the logos are in it, and no data of the document. */
function shown({ papers: { file, sheets }, size, logos }: KeptPapers) {
  const withLogo = (sheet: Paper): Paper => {
    const logo = logos[sheet.letterhead.logo ?? '']
    const data = logo && `data:image/png;base64,${Buffer.from(logo.image).toString('base64')}`
    return { ...sheet, letterhead: { ...sheet.letterhead, logo: data ?? null } }
  }
  return { papers: { file, sheets: sheets.map(withLogo) }, size }
}

/** Shows a paper to whoever has its link, as it was when it was shared. */
export default function SharedPaperPage() {
  const { token, shared } = useLoaderData<typeof loader>()
  if (!shared)
    return (
      <main className="mx-auto grid min-h-dvh max-w-md place-content-center p-6">
        <h1 className="text-xl font-semibold">This link does not open anything</h1>
        <p className="mt-2 text-muted">
          It may have ended, or it was not copied whole. Ask whoever sent it for a new one.
        </p>
      </main>
    )
  const { papers, size } = shared
  return (
    <main className="mx-auto max-w-[297mm] p-4 print:p-0">
      <header
        className={cx(
          'mx-auto mb-4 flex flex-wrap items-center justify-between gap-2 print:hidden',
          papers.sheets[0]!.wide ? 'max-w-[297mm]' : 'max-w-[210mm]',
        )}
      >
        <div className="min-w-0">
          <h1 className="text-lg font-semibold">{papers.file}</h1>
          <p className="text-muted">Shared by {papers.sheets[0]!.letterhead.company}</p>
        </div>
        <LinkButton reloadDocument variant="primary" to={paths.sharing.sharedPdf(token)}>
          PDF
        </LinkButton>
      </header>
      <PaperSheets papers={papers} size={size} />
    </main>
  )
}
