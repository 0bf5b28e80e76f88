import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listLatest } from './import.server'
import { IMPORT_PERMISSIONS } from './registry'

export const meta: MetaFunction = () => [{ title: 'Imports · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, ...IMPORT_PERMISSIONS)
  return { kinds: await listLatest(db, project), timeZone: project.timeZone }
}

type Kind = ReturnType<typeof useLoaderData<typeof loader>>['kinds'][number]

/** Lists the imports in the order in which a company is brought over, each with its template. */
export default function ImportList() {
  const { kinds, timeZone } = useLoaderData<typeof loader>()
  const columns: Column<Kind>[] = [
    {
      key: 'title',
      header: 'Import',
      phone: 'title',
      className: 'sm:not-print:min-w-56',
      cell: ({ title }) => title,
    },
    {
      key: 'about',
      header: 'What it does',
      className: 'w-full! sm:not-print:max-w-0!',
      phone: 'hide',
      cell: ({ about }) => <span className="text-muted">{about}</span>,
    },
    {
      key: 'latest',
      header: 'Last import',
      cell: ({ latest }) => (latest ? <DateText value={latest} timeZone={timeZone} /> : '–'),
    },
    {
      key: 'template',
      header: 'Template',
      cell: ({ kind }) => (
        <LinkButton to={paths.imports.template(kind)} size="sm" reloadDocument>
          Download
        </LinkButton>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Imports"
        description="Import opening data in this order. Every row is previewed; undo is possible until records are used."
      />
      <Panel flush>
        <DataTable
          caption="Imports"
          columns={columns}
          rows={kinds}
          rowKey={({ kind }) => kind}
          rowLink={({ kind }) => paths.imports.kind(kind)}
          empty={null}
        />
      </Panel>
    </>
  )
}
