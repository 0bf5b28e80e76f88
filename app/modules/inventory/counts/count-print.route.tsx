import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { countPaper } from './count-paper.server'
import { readSheet } from './lines.server'
import { readCount } from './queries.server'
import { byCategory } from './sheet'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.count.title ?? 'Count'}, sheet · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'counts.write', 'counts.decide')
  const count = await readCount(db, project.projectId, params.id ?? '')
  const lines = (await readSheet(db, project.projectId, count.id)).map((line) =>
    // A blind sheet stays blind on paper after it is submitted.
    count.blind ? { ...line, expected: null } : line,
  )
  const letterhead = await readLetterhead(db, project)
  const sheets = byCategory(lines).map(([category, list]) =>
    countPaper({
      ...{ letterhead, lines: list, timeZone: project.timeZone },
      count: count.title,
      category: category ?? 'No category',
      blind: count.blind,
      sheetAt: count.sheetAt,
    }),
  )
  const { id, title } = count
  return { count: { id, title }, papers: { file: `Count sheet ${title}`, sheets } }
}

/** Prints the count sheet with boxes to write into, each category on a page of its own. */
export default function CountPrint() {
  const { count, papers } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={count.title}
          crumbs={[
            { label: 'Stock counts', to: paths.inventory.counts },
            { label: 'Count', to: paths.inventory.count(count.id) },
          ]}
          actions={<PaperActions />}
        />
      </div>
      <PaperSheets papers={papers} />
    </>
  )
}
