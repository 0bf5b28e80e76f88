import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { Paper } from '~/platform/papers/paper'
import { PageHeader } from '~/ui/PageHeader'
import { PaperSheets } from '~/ui/PaperSheet'
import { PdfLink } from '~/ui/PdfLink'
import { PrintButton } from '~/ui/PrintButton'
import { readFormOfPaper, testPages } from './form.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Test page ${data?.label ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'tax.read')
  const found = await readFormOfPaper(db, project.projectId, params.paper ?? '')
  const { paper, label } = found
  return {
    ...{ paper, label },
    papers: { file: `Test page ${label}`, sheets: [] as Paper[], forms: testPages(found, project) },
  }
}

/** Prints test pages of a form: a grid of millimeters, and a text in every place. */
export default function FormTest() {
  const { paper, label, papers } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Test page"
          crumbs={[
            { label: 'Pre-printed forms', to: paths.tax.forms },
            { label, to: paths.tax.form(paper) },
          ]}
          description="Print it on plain paper at 100 % (actual size, no margins), and hold it with a form against the light. The second page shows the second form of a document with more lines."
          actions={
            <>
              <PrintButton />
              <PdfLink />
            </>
          }
        />
      </div>
      <PaperSheets papers={papers} />
    </>
  )
}
