import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, NOTHING } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { type Booklet, listBooklets } from './booklets.server'
import { readBookletFilters } from './filters'
import { takeBackBookletSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Booklets · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const filters = readBookletFilters(request.url)
  return {
    booklets: await listBooklets(db, project.projectId, filters),
    filtered: filters.search !== null,
    timeZone: project.timeZone,
    mayWrite: project.permissions.includes('treasury.write'),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: takeBackBookletSchema,
  command: ({ run, value: { id, version, reason } }) =>
    run('return_booklet', { p_booklet: id, p_version: version, p_reason: reason }),
  done: 'Booklet taken back.',
})

/** Lists the booklets of CR numbers with who has them, and takes them back. */
export default function Booklets() {
  const { booklets, mayWrite, filtered, timeZone, ...form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const add = mayWrite ? (
    <LinkButton to={paths.treasury.addBooklet} variant="primary">
      <Icon name="plus" />
      Assign booklet
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        title="Booklets"
        description="The next CR number of a person is proposed from the booklet in hand. Missing numbers are in the collection report."
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar search="Name or CR no.">
          <FilterCheck name="returned" label="With returned ones" />
        </FilterBar>
        <DataTable<Booklet>
          caption="Booklets"
          rows={booklets}
          rowKey={({ id }) => id}
          tall
          columns={[
            {
              key: 'numbers',
              header: 'Numbers',
              phone: 'title',
              cell: ({ firstNo, lastNo }) => `${firstNo} to ${lastNo}`,
            },
            { key: 'person', header: 'Held by', phone: 'show', cell: ({ person }) => person },
            {
              key: 'next',
              header: 'Next no.',
              phone: 'show',
              cell: ({ nextNo }) => nextNo ?? NOTHING,
            },
            {
              key: 'used',
              header: 'Used',
              align: 'end',
              phone: 'show',
              cell: ({ used, numbers }) => `${used} of ${numbers}`,
            },
            {
              key: 'skipped',
              header: 'Skipped',
              align: 'end',
              cell: ({ skipped }) => skipped || NOTHING,
            },
            {
              key: 'assigned',
              header: 'Assigned',
              phone: 'hide',
              cell: ({ assignedAt }) => <DateText value={assignedAt} timeZone={timeZone} />,
            },
            {
              key: 'state',
              header: 'Status',
              phone: 'amount',
              cell: ({ state, reason }) =>
                state === 'in_use' ? (
                  <Badge tone="ok">In use</Badge>
                ) : (
                  <>
                    <Badge>Returned</Badge>
                    <span className="ml-1.5 text-xs text-muted">{reason}</span>
                  </>
                ),
            },
            ...(mayWrite
              ? [
                  {
                    key: 'act',
                    header: '',
                    align: 'end' as const,
                    phone: 'line' as const,
                    cell: (booklet: Booklet) =>
                      booklet.state === 'in_use' ? (
                        <Return booklet={booklet} lastResult={lastResult} {...form} />
                      ) : null,
                  },
                ]
              : []),
          ]}
          empty={
            filtered ? (
              <EmptyState title="No results">Try another name or number.</EmptyState>
            ) : (
              <EmptyState title="No booklets in use" action={add}>
                Assign a booklet of CR numbers to each user who records receipts.
              </EmptyState>
            )
          }
        />
      </Panel>
    </>
  )
}

interface ReturnProps {
  booklet: Booklet
  project: string
  idempotencyKey: string
  lastResult: ReturnType<typeof useActionData<typeof action>>
}

function Return({ booklet, lastResult, ...form }: ReturnProps) {
  const own = lastResult?.initialValue?.id === booklet.id ? lastResult : undefined
  return (
    <ReasonDialog
      id={`return-${booklet.id}`}
      trigger="Take back"
      title={`Take back ${booklet.firstNo} to ${booklet.lastNo}`}
      body="Its numbers are not proposed any more. Those without a receipt count as missing once a later number is used."
      open={own?.status === 'error'}
      schema={takeBackBookletSchema}
      values={{ id: booklet.id, version: booklet.version }}
      label="Take back"
      lastResult={own}
      {...form}
    />
  )
}
