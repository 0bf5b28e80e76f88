import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { Badge } from '~/ui/Badge'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { viewSchema } from '../schema'
import type { SavedView } from '../views.server'

interface Props {
  path: string
  views: readonly SavedView[]
  /** The query string of the screen, which the form sends so that its filters are saved. */
  search: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists saved filters by name: the reader's own and shared ones. It opens without scripts. */
export function ReportViews({ path, views, search, project, idempotencyKey, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: `view-${idempotencyKey}`,
    schema: viewSchema,
    lastResult,
  })
  return (
    <details open={lastResult !== undefined} className="relative max-sm:open:w-full">
      <summary className="flex min-h-9 w-fit items-center rounded-md border border-edge bg-surface px-3.5 font-medium hover:bg-sunken">
        Saved views{views.length > 0 ? ` (${views.length})` : ''}
      </summary>
      <div className="mt-1 rounded-lg border border-line bg-surface px-4 py-2 shadow-float sm:absolute sm:right-0 sm:z-30 sm:w-96">
        {views.length > 0 ? (
          <ul className="my-2 flex flex-wrap gap-2">
            {views.map((view) => (
              <li
                key={view.id}
                className="flex items-center gap-2 rounded-md border border-line px-2 py-1"
              >
                <Link to={`${path}?${view.search}`} className="text-accent hover:underline">
                  {view.name}
                </Link>
                {view.shared ? <Badge>Shared</Badge> : null}
                {view.mine ? (
                  <Form method="post">
                    <input type="hidden" name="project" value={project} />
                    <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
                    <input type="hidden" name="remove" value={view.id} />
                    <SubmitButton variant="ghost" size="sm" aria-label={`Remove ${view.name}`}>
                      Remove
                    </SubmitButton>
                  </Form>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        <CommandForm {...{ form, project, idempotencyKey }} className="space-y-3 py-2">
          <input type="hidden" name="search" value={search} />
          <TextField field={fields.name} label="Save view as" />
          <CheckField field={fields.shared} label="Share with all users" />
          <SubmitButton>Save view</SubmitButton>
        </CommandForm>
      </div>
    </details>
  )
}
