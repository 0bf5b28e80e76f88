import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import { readWaiting } from '~/features/expenses/waiting.server'
import { readReceivables } from '~/features/reports/ar/figures.server'
import { onlyKnown } from '~/features/shell/known-paths.server'
import { PLACES } from '~/features/shell/places'
import { readWaitingReceipts } from '~/features/treasury/approval/waiting.server'
import { requireUser } from '~/platform/guard.server'
import { toCents } from '~/platform/money'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'

export const meta: MetaFunction = () => [{ title: 'Home · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (user.isAdmin && !project) throw redirect('/admin-home')
  const allowed = PLACES.filter((place) => project?.permissions.includes(place.permission))
  return {
    name: user.displayName,
    role: project?.role ?? null,
    title: project?.title || project?.projectName || '',
    places: await onlyKnown(allowed),
    currency: project?.currency ?? '',
    receivables: project?.permissions.includes('reports.ar')
      ? await readReceivables(db, project.projectId)
      : null,
    vouchers: project?.permissions.includes('vouchers.approve')
      ? await readWaiting(db, project.projectId, project.settings.voucher_approval_above)
      : null,
    receipts: project?.permissions.includes('collections.decide')
      ? await readWaitingReceipts(db, project.projectId)
      : null,
  }
}

/** Landing of project users: where the role's work is. */
export default function Home() {
  const { name, role, title, places, currency, receivables, vouchers, receipts } =
    useLoaderData<typeof loader>()
  const groups = ['Work', 'Reports'] as const
  return (
    <>
      <PageHeader
        title={`Welcome, ${name}`}
        description={role ? `${role} at ${title}` : undefined}
      />
      {receivables ? (
        <section aria-label="Receivables">
          <StatRow>
            <Stat
              label={`Receivables (${currency})`}
              value={<Money value={receivables.balance} />}
              note="Invoiced and unpaid, less credit"
              to="/reports_ar?level=customer"
            />
            <Stat
              label="Cleared balance"
              value={<Money value={receivables.clearedBalance} />}
              note="When cleared money alone counts"
              to="/reports_ar?level=customer"
            />
            <Stat
              label="Overdue"
              value={<Money value={receivables.overdue} />}
              note="Past its due date"
              tone={toCents(receivables.overdue) > 0n ? 'warn' : undefined}
              to="/reports_ar?level=customer&overdue_only=1"
            />
          </StatRow>
        </section>
      ) : null}
      {vouchers || receipts ? (
        <section aria-label="Waiting for approval">
          <StatRow>
            {receipts ? (
              <Stat
                label="Collections to approve"
                value={receipts.count}
                note={<Money value={receipts.total} currency={currency} />}
                tone="warn"
                to="/treasury/treasury-list/approval"
              />
            ) : null}
            {vouchers ? (
              <Stat
                label="Vouchers to approve"
                value={vouchers.count}
                note={<Money value={vouchers.total} currency={currency} />}
                tone="warn"
                to="/expenses/expenses-list/expenses-view-list?status=approval"
              />
            ) : null}
          </StatRow>
        </section>
      ) : null}
      {places.length === 0 ? (
        <Panel>
          <EmptyState title="Nothing here yet">
            No screen is open to your role. Ask your administrator.
          </EmptyState>
        </Panel>
      ) : null}
      {groups.map((group) => {
        const here = places.filter((place) => place.group === group)
        return here.length === 0 ? null : (
          <section key={group} aria-labelledby={`home-${group}`} className="mb-7">
            <h2 id={`home-${group}`} className="mb-2 text-xs font-semibold text-muted uppercase">
              {group}
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
              {here.map(({ to, label, about }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="group flex h-full items-start justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3.5 shadow-raised hover:border-accent"
                  >
                    <span>
                      <span className="block font-semibold">{label}</span>
                      <span className="mt-0.5 block text-muted">{about}</span>
                    </span>
                    <ArrowRight
                      aria-hidden
                      className="mt-0.5 size-4 shrink-0 text-muted group-hover:text-accent"
                    />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
