import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FORM_PAPERS, type FormPaper } from '~/modules/prints/form-layout'
import { papersWithForm } from '~/modules/prints/forms.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { TAX_ADVICE, taxRule } from '~/platform/papers/tax-rules'
import { Badge } from '~/ui/Badge'
import { DataTable } from '~/ui/DataTable'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { TaxTabs } from './components/TaxTabs'

export const meta: MetaFunction = () => [{ title: 'Pre-printed forms · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'tax.read')
  const saved = await papersWithForm(db, project.projectId)
  return {
    papers: Object.entries(FORM_PAPERS).map(([paper, label]) => ({
      paper: paper as FormPaper,
      label,
      isMeasured: saved.includes(paper),
    })),
  }
}

/** Lists the papers that can be printed on pre-printed forms. */
export default function Forms() {
  const { papers } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Pre-printed forms"
        tabs={<TaxTabs />}
        description={`Where texts stand on the booklets and continuous forms of the company. Papers without a form are printed on plain paper. ${taxRule('pre_printed')} ${TAX_ADVICE}`}
      />
      <Panel flush>
        <DataTable
          caption="Papers"
          rows={papers}
          rowKey={({ paper }) => paper}
          rowLink={({ paper }) => paths.tax.form(paper)}
          columns={[
            { key: 'paper', header: 'Paper', cell: ({ label }) => label },
            {
              key: 'form',
              header: 'Form',
              cell: ({ isMeasured }) =>
                isMeasured ? (
                  <Badge tone="ok">Measured</Badge>
                ) : (
                  <Badge tone="neutral">Plain paper</Badge>
                ),
            },
          ]}
          empty={null}
        />
      </Panel>
    </>
  )
}
