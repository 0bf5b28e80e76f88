import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { Button } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { Stat, StatRow } from '~/ui/Stat'
import { CheckAreas } from './components/CheckAreas'
import { verifyBooks } from './verify.server'

export const meta: MetaFunction = () => [{ title: 'Verify books · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'audit.read')
  const requested = new URL(request.url).searchParams.has('run')
  return {
    checks: requested ? await verifyBooks(db, project.projectId) : null,
    runAt: new Date().toISOString(),
    runBy: user.displayName,
    timeZone: project.timeZone,
  }
}

/** Runs every check of the books on demand. A check passes, or lists the documents that fail it. */
export default function VerifyBooks() {
  const { checks, runAt, runBy, timeZone } = useLoaderData<typeof loader>()
  const busy = useNavigation().state === 'loading'
  const wrong = checks?.filter((check) => check.violations > 0) ?? []
  const verify = (
    <Form method="get">
      <input type="hidden" name="run" value="now" />
      <Button type="submit" variant="primary" pending={busy}>
        {checks ? 'Run again' : 'Run integrity check'}
      </Button>
    </Form>
  )
  return (
    <>
      <PageHeader
        title="Verify books"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description={
          checks ? (
            <>
              Verified by {runBy}, <DateText value={runAt} timeZone={timeZone} />
            </>
          ) : (
            'Integrity check: recomputes stock, bookings, money and vouchers from their entries and lists discrepancies.'
          )
        }
        actions={
          checks ? (
            <>
              <PrintButton />
              {verify}
            </>
          ) : null
        }
      />
      {checks ? (
        <>
          <StatRow>
            <Stat label="Checks" value={checks.length} />
            <Stat label="Passed" value={checks.length - wrong.length} />
            <Stat
              label="Failed"
              value={wrong.length}
              tone={wrong.length > 0 ? 'danger' : undefined}
            />
            <Stat
              label="Discrepancies"
              value={wrong.reduce((sum, check) => sum + check.violations, 0)}
              tone={wrong.length > 0 ? 'danger' : undefined}
            />
          </StatRow>
          <CheckAreas checks={checks} />
        </>
      ) : (
        <Panel flush>
          <EmptyState line title="Not run yet" action={verify}>
            Read-only. Discrepancies are listed by document.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
