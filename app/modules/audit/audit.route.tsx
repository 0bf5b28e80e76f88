import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { Stat, StatRow } from '~/ui/Stat'
import { ChangeTable } from './components/ChangeTable'
import { DOCUMENT_KINDS } from './documents'
import { AUDIT_ACTIONS } from './filters'
import { loadAudit } from './load.server'

export const meta: MetaFunction = () => [{ title: 'Audit trail · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'audit.read')
  return loadAudit(db, project, request.url)
}

/** Shows the changes of a period or of one document, with user and time. */
export default function Audit() {
  const { page, totals, people, subject, from, timeZone } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  return (
    <>
      <PageHeader
        title={subject ? `History of ${subject.label}` : 'Audit trail'}
        crumbs={[
          { label: 'Home', to: paths.home },
          ...(subject ? [{ label: 'Audit trail', to: paths.audit.trail }] : []),
          ...(subject?.to ? [{ label: subject.label, to: subject.to }] : []),
        ]}
        description={subject ? subject.kind : 'History of all changes, with old and new values.'}
        actions={
          <>
            <FileLinks to={`${paths.audit.excel}?${search}`} />
            <PrintButton />
          </>
        }
      />
      <StatRow>
        <Stat label="Changes" value={totals.changes.toLocaleString('en-US')} />
        <Stat label="Records" value={totals.documents.toLocaleString('en-US')} />
        <Stat label="Users" value={totals.people.toLocaleString('en-US')} />
      </StatRow>
      <Panel flush>
        <FilterBar
          search={subject ? undefined : 'Number or name'}
          keep={['document']}
          views={subject ? undefined : 'audit'}
        >
          <FilterPeriod initial={{ from: from ?? undefined }} />
          <FilterSelect name="user_id" label="User" options={people} />
          {subject ? null : <FilterSelect name="kind" label="Type" options={DOCUMENT_KINDS} />}
          <FilterSelect name="action" label="Action" options={AUDIT_ACTIONS} />
        </FilterBar>
        <ChangeTable
          caption={subject ? `History of ${subject.label}` : 'Audit trail'}
          changes={page.rows}
          timeZone={timeZone}
          ofOne={subject !== null}
          count={totals.changes}
          empty={
            <EmptyState
              title="No changes"
              action={<LinkButton to={paths.audit.trail}>Clear the filters</LinkButton>}
            >
              Try other dates, users or documents.
            </EmptyState>
          }
          footer={<Pager newer={page.newer} older={page.older} />}
        />
      </Panel>
    </>
  )
}
