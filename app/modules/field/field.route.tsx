import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { ownResult } from '~/platform/forms/own-result'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { readActFile } from './act-file'
import { ActTable } from './components/ActTable'
import { DecideAct } from './components/DecideAct'
import { FieldTabs } from './components/FieldTabs'
import { PhoneTable } from './components/PhoneTable'
import { TakeFile } from './components/TakeFile'
import { ACT_PAGING, fieldTabAt, readActFilters, readFieldTab, readPhoneFilters } from './filters'
import { ACT_KINDS, ACT_STATES, ageSince } from './labels'
import { countActs, findPhones, listActs, listPhones } from './queries.server'
import { acceptActSchema, actFileSchema, lockSchema, rejectActSchema, unlockSchema } from './schema'

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
    mayDecide: DECIDES.some((permission) => project.permissions.includes(permission)),
    drrLabel: project.settings.drr_label,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Whoever may enter the document for all decides its act (`private.act_kinds`). */
const DECIDES = [
  ...(['bookings.write', 'collections.record', 'treasury.write'] as const),
  ...(['customers.request', 'warehouse.write', 'field.write'] as const),
] as const

/** The arguments that lock a phone, for which there is a reason, or unlock it. */
const lockOf = ({ id, version }: { id: string; version: number }, reason?: string) => ({
  ...{ p_device: id, p_version: version },
  ...{ p_locked: reason !== undefined, p_reason: reason ?? '' },
})

export const action = formActions({
  permission: 'field.read',
  intents: (intent) => ({
    accept: intent({
      permission: DECIDES,
      schema: acceptActSchema,
      command: ({ run, value: { id, version, date, drr_no } }) =>
        run('decide_field_act', {
          ...{ p_act: id, p_version: version },
          p_decision: { accept: true, date, drr_no },
        }),
      done: ({ no }) => ({
        to: fieldTabAt('waiting'),
        text: no ? `Accepted as ${no}.` : 'Accepted.',
      }),
    }),
    reject: intent({
      permission: DECIDES,
      schema: rejectActSchema,
      command: ({ run, value: { id, version, reason } }) =>
        run('decide_field_act', {
          ...{ p_act: id, p_version: version },
          p_decision: { accept: false, reason },
        }),
      done: () => ({
        to: fieldTabAt('waiting'),
        text: 'Rejected. The phone shows the reason.',
      }),
    }),
    file: intent({
      permission: 'field.write',
      schema: actFileSchema,
      command: async ({ run, value }) => {
        const acts = readActFile(await value.file.text())
        if (acts) return run('take_act_file', { p_file: acts })
        const error = {
          status: 422 as const,
          code: 'invalid',
          message: 'This is no file of acts.',
          field: 'file',
        }
        return { ok: false, error } as const
      },
      done: ({ taken, known }) => ({
        to: fieldTabAt('waiting'),
        text: `${taken} acts taken in, ${known} known already.`,
      }),
    }),
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
              <TakeFile
                project={data.project}
                idempotencyKey={data.idempotencyKey}
                lastResult={ownResult(lastResult, 'file')}
              />
            ) : null}
          </>
        }
        moreOpen={ownResult(lastResult, 'file') !== undefined}
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
            {data.acts ? (
              <ActTable
                page={data.acts}
                tab={tab}
                timeZone={data.timeZone}
                decide={
                  data.mayDecide && tab === 'waiting'
                    ? (act) => (
                        <DecideAct
                          act={act}
                          drrLabel={data.drrLabel}
                          project={data.project}
                          idempotencyKey={data.idempotencyKey}
                          lastResult={lastResult}
                        />
                      )
                    : undefined
                }
              />
            ) : null}
          </>
        )}
      </Panel>
    </>
  )
}
