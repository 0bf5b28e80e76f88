import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { ActTable } from './components/ActTable'
import { FieldTabs } from './components/FieldTabs'
import { PhoneTable } from './components/PhoneTable'
import { ACT_PAGING, readActFilters, readFieldTab, readPhoneFilters } from './filters'
import { ACT_KINDS, ACT_STATES, ageSince } from './labels'
import { countActs, findPhones, listActs, listPhones } from './queries.server'
import { lockSchema, unlockSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Field · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'field.read')
  const { projectId } = project
  const tab = readFieldTab(request.url)
  const keyset = readKeyset(request.url, ACT_PAGING)
  const filters = readActFilters(request.url)
  const [phones, refused, deciding, acts] = await Promise.all([
    listPhones(db, projectId),
    countActs(db, projectId, 'refused'),
    countActs(db, projectId, 'waiting'),
    tab === 'phones' ? null : listActs(db, projectId, filters, keyset),
  ])
  const waiting = phones.reduce((sum, phone) => sum + phone.waiting, 0)
  const [oldest] = phones.flatMap(({ waitingSince }) => waitingSince ?? [])
  return {
    tab,
    shown: findPhones(phones, readPhoneFilters(request.url)),
    acts,
    people: [...new Map(phones.map(({ userId, person }) => [userId, person]))]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    totals: {
      phones: phones.length,
      locked: phones.filter(({ lockedAt }) => lockedAt).length,
      waiting,
      oldest: oldest ?? null,
      refused,
      deciding,
    },
    now: new Date().toISOString(),
    timeZone: project.timeZone,
    project: projectId,
    mayLock: project.permissions.includes('field.write'),
    idempotencyKey: newIdempotencyKey(),
  }
}

/** The arguments that lock a phone, for which there is a reason, or unlock it. */
const lockOf = ({ id, version }: { id: string; version: number }, reason?: string) => ({
  ...{ p_device: id, p_version: version },
  ...{ p_locked: reason !== undefined, p_reason: reason ?? '' },
})

export const action = formActions({
  permission: 'field.read',
  intents: (intent) => ({
    lock: intent({
      permission: 'field.write',
      schema: lockSchema,
      command: ({ run, value }) => run('lock_device', lockOf(value, value.reason)),
      done: 'Phone locked. Its session has ended.',
    }),
    unlock: intent({
      permission: 'field.write',
      schema: unlockSchema,
      command: ({ run, value }) => run('lock_device', lockOf(value)),
      done: 'Phone unlocked. The person can sign in on it again.',
    }),
  }),
})

/** Shows the phones of the people in the field, what waits on them, and the acts that arrived. */
export default function Field() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { tab, totals, now } = data
  return (
    <>
      <PageHeader
        title="Field"
        tabs={<FieldTabs tab={tab} totals={totals} />}
        description="Phones with the app for agents, collectors and managers, and what they sent."
        more={
          <>
            <FileLinks />
            {tab === 'phones' && data.mayLock ? (
              <LinkButton to={paths.field.file}>Take in a file</LinkButton>
            ) : null}
          </>
        }
      />
      <StatRow>
        <Stat label="Phones" value={totals.phones} />
        <Stat
          label="Acts still on phones"
          value={totals.waiting}
          note={totals.oldest ? `the oldest ${ageSince(totals.oldest, now)}` : undefined}
          explains="As of each phone's last contact."
          tone="warn"
          to={`${paths.field.control}?waiting=1`}
        />
        <Stat label="Locked phones" value={totals.locked} to={`${paths.field.control}?locked=1`} />
        <Stat label="Rejected acts" value={totals.refused} tone="danger" />
      </StatRow>
      <Panel flush>
        {tab === 'phones' ? (
          <>
            <FilterBar search="Person or phone">
              <FilterCheck name="waiting" label="With acts that wait" />
              <FilterCheck name="locked" label="Locked" />
            </FilterBar>
            <PhoneTable
              phones={data.shown}
              filtered={data.shown.length < totals.phones}
              lastResult={lastResult}
              now={now}
              timeZone={data.timeZone}
              project={data.project}
              idempotencyKey={data.idempotencyKey}
              mayLock={data.mayLock}
            />
          </>
        ) : (
          <>
            <FilterBar keep={['tab']}>
              <FilterSelect name="person" label="Person" options={data.people} />
              <FilterSelect name="kind" label="Act" options={ACT_KINDS} />
              {tab === 'acts' ? (
                <FilterSelect
                  name="state"
                  label="Status"
                  options={Object.entries(ACT_STATES).map(([value, { label }]) => ({
                    value,
                    label,
                  }))}
                />
              ) : null}
              <FilterPeriod what="Received" />
            </FilterBar>
            {data.acts ? <ActTable page={data.acts} tab={tab} timeZone={data.timeZone} /> : null}
          </>
        )}
      </Panel>
    </>
  )
}
