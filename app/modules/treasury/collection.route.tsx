import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { listBankOptions } from '~/modules/masters/queries.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Icon } from '~/ui/Icon'
import { decidedByAnother, NEEDS_ANOTHER, RECEIPT_BY_ANOTHER } from './approval/check'
import { ChequeHistory } from './cheques/components/ChequeHistory'
import { AllocationsPanel } from './components/AllocationsPanel'
import { ApproveCollection, CollectionActions } from './components/CollectionActions'
import { PartsPanel } from './components/PartsPanel'
import { Receipt } from './components/Receipt'
import { ReceivingAccountPanel } from './components/ReceivingAccountPanel'
import { readCollection } from './document.server'
import { accountSchema, approveSchema, cancelReceiptSchema, payBackSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.collection.crNo ?? 'Collection'} · Kalakal` },
]

/** Who sets the account of a transfer, and who pays money back. */
const MAY_USE_BANKS = ['treasury.write', 'collections.decide'] as const

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'collections.read')
  const collection = await readCollection(db, project.projectId, params.id ?? '')
  const usesBanks = MAY_USE_BANKS.some((permission) => project.permissions.includes(permission))
  const [names, banks, history, parts] = await Promise.all([
    namesOf(db, project.projectId),
    usesBanks ? listBankOptions(db, project.projectId) : null,
    readHistory(db, project, collection.id),
    // All parts of a receipt have the files and comments of the first one.
    readFilesAndComments(db, project, 'collection', collection.parts[0]!.id),
  ])
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? '–') : null)
  return {
    project: project.projectId,
    timeZone: project.timeZone,
    currency: project.currency,
    drrLabel: project.settings.drr_label,
    idempotencyKeys: {
      approve: newIdempotencyKey(),
      cancel: newIdempotencyKey(),
      account: newIdempotencyKey(),
      payBack: newIdempotencyKey(),
    },
    today: today(project.timeZone),
    banks: banks ?? [],
    maySetAccount:
      project.permissions.includes('treasury.write') && collection.type === 'bank_transfer',
    collection,
    history,
    parts,
    people: {
      agent: nameOf(collection.agentId),
      collector: nameOf(collection.collectorId),
      recordedBy: nameOf(collection.createdBy),
      approvedBy: nameOf(collection.approvedBy),
      paidBackBy: nameOf(collection.paidBack?.by ?? null),
    },
    closed: collection.dateCollected <= (project.closedThrough ?? ''),
    byAnother: decidedByAnother(project.settings, collection, user.userId),
    mayDecide: project.permissions.includes('collections.decide'),
    mayRecord: project.permissions.includes('collections.record'),
    mayMove: project.permissions.includes('treasury.write'),
  }
}

export const action = formActions({
  permission: 'collections.decide',
  intents: (intent) => ({
    approve: intent({
      schema: approveSchema,
      command: ({ run, id, value: { version } }) =>
        run('approve_collection', { p_collection: id, p_version: version }),
      done: 'Collection approved and posted.',
    }),
    cancel: intent({
      schema: cancelReceiptSchema,
      command: ({ run, id, value: { version, reason, date } }) =>
        run('cancel_collection', {
          p_collection: id,
          p_version: version,
          p_reason: reason,
          p_date: date,
        }),
      done: () => ({ text: 'Collection cancelled.', tone: 'info' }),
    }),
    'pay-back': intent({
      schema: payBackSchema,
      command: ({ run, id, value: { version, ...payment } }) =>
        run('pay_back_collection', {
          p_collection: id,
          p_version: version,
          p_payment: payment,
        }),
      done: 'Paid back; the bookings that the receipt paid are open again.',
    }),
    account: intent({
      schema: accountSchema,
      command: ({ run, id, value: { version, bank_id } }) =>
        run('set_collection_bank', { p_collection: id, p_version: version, p_bank: bank_id }),
      done: 'Account saved.',
    }),
  }),
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Lists what is open on a receipt. */
function questionsOf({ collection }: Data) {
  const { status, cheque, collectorId, remittanceId, unapplied, paidBack } = collection
  const approved = status === 'approved' && !paidBack
  return [
    status !== 'cancelled' && collectorId !== null && !remittanceId && 'Not remitted',
    approved &&
      cheque !== null &&
      ['on_hand', 'deposited'].includes(cheque.state ?? '') &&
      'Uncleared',
    approved && cheque?.state === 'returned' && 'Cheque returned',
    approved && unapplied !== '0.00' && 'Unapplied',
  ]
}

/** Lists the steps of a receipt. */
function stepsOf({ collection, people }: Data): StatusStep[] {
  const { status, createdAt, approvedAt, paidBack, drrNo, drrDate, remittanceId } = collection
  const recorded = { label: 'Recorded', on: createdAt, by: people.recordedBy }
  const remitted = remittanceId
    ? [{ label: `Remitted, ${drrNo}`, on: drrDate, by: people.collector }]
    : []
  if (status === 'cancelled') return [recorded, ...remitted]
  return [
    recorded,
    ...remitted,
    { label: 'Approved', on: approvedAt, by: people.approvedBy },
    ...(paidBack
      ? [{ label: 'Paid back', on: paidBack.on, by: people.paidBackBy, bad: true }]
      : []),
  ]
}

/** Describes the state of a receipt. */
function stateOf({ collection, mayDecide, byAnother, closed }: Data) {
  if (collection.status === 'pending') {
    const waits = closed
      ? 'Pending approval. It will be posted on the approval date, because its own date is in a closed period.'
      : 'Pending approval. Not posted until approved.'
    return mayDecide && byAnother ? `${waits} ${RECEIPT_BY_ANOTHER}` : waits
  }
  if (collection.status === 'cancelled') return `Cancelled: ${collection.cancelReason}`
  if (collection.paidBack) {
    const { from, no, reason } = collection.paidBack
    return `Paid back from ${from}, number ${no}: ${reason}`
  }
  return mayDecide && byAnother
    ? 'You recorded or collected this receipt; another user must cancel it or pay it back.'
    : null
}

/** Shows one receipt, or a part of one among the others: its payment, allocations and state, with approve and cancel. */
export default function Collection() {
  const data = useLoaderData<typeof loader>()
  const { collection } = data
  const lastResult = useActionData<typeof action>()
  // Another user decided meanwhile: the refused form is gone, so the page shows its error.
  const gone =
    collection.status === 'cancelled' ||
    collection.paidBack !== null ||
    (collection.status === 'approved' && lastResult?.initialValue?.intent === 'approve')
  const acts = {
    project: data.project,
    idempotencyKeys: data.idempotencyKeys,
    ...{ collection, lastResult, banks: data.banks, today: data.today },
    byAnother: data.byAnother,
  }
  return (
    <>
      <DocumentHead
        title={`Receipt ${collection.crNo}`}
        badges={<StageBadge stage={collection.paidBack ? 'paid back' : collection.status} />}
        questions={questionsOf(data)}
        locked={
          data.collection.status === 'pending' && data.mayDecide && data.byAnother && NEEDS_ANOTHER
        }
        list={{ label: 'Collections', to: paths.treasury.collections }}
        description={stateOf(data)}
        steps={stepsOf(data)}
        amount={{ label: 'Receipt total', value: collection.total, currency: data.currency }}
        timeZone={data.timeZone}
        actions={
          data.mayDecide && collection.status === 'pending' && !data.byAnother ? (
            <ApproveCollection {...acts} />
          ) : (
            <LinkButton to={paths.treasury.receiptPrint(collection.id)}>
              <Icon name="printer" />
              Print
            </LinkButton>
          )
        }
        more={
          <>
            {data.mayDecide && collection.status === 'pending' && !data.byAnother ? (
              <LinkButton to={paths.treasury.receiptPrint(collection.id)}>
                <Icon name="printer" />
                Print
              </LinkButton>
            ) : null}
            {data.mayRecord ? (
              <LinkButton to={paths.treasury.addCollection}>
                <Icon name="plus" />
                Record another
              </LinkButton>
            ) : null}
            {data.mayDecide ? <CollectionActions {...acts} /> : null}
          </>
        }
        moreOpen={['cancel', 'pay-back'].includes(String(lastResult?.initialValue?.intent))}
      />
      {gone ? <ErrorBanner errors={lastResult?.error?.['']} /> : null}
      <DocumentColumns rail={<FilesAndComments parts={data.parts} />}>
        <Receipt
          collection={collection}
          people={data.people}
          drrLabel={data.drrLabel}
          currency={data.currency}
        />
        <PartsPanel {...collection} currency={data.currency} mayMove={data.mayMove} />
        {data.maySetAccount && collection.status !== 'cancelled' ? (
          <ReceivingAccountPanel
            project={data.project}
            idempotencyKey={data.idempotencyKeys.account}
            {...{ collection, lastResult, banks: data.banks }}
          />
        ) : null}
        <ChequeHistory history={collection.history} currency={data.currency} />
        <AllocationsPanel
          collection={collection}
          currency={data.currency}
          mayUse={data.mayDecide}
        />
        <HistoryPanel history={data.history} timeZone={data.timeZone} />
      </DocumentColumns>
    </>
  )
}
