import { Form, useLocation, useSearchParams } from '@remix-run/react'
import { X } from 'lucide-react'
import { paths } from '~/paths'
import { withoutCursor } from '~/platform/request/first-page'
import { COLUMNS } from '~/platform/request/list-columns'
import { CONTROL } from './Field'
import { SUMMARY } from './FilterPart'
import { useColumns, useListViews } from './ListViews'
import { MenuLink, useClosedByChoice } from './Menu'
import { SubmitButton } from './SubmitButton'

/** Opens the saved views of a list or report, and saves the present filters, order and columns as one. */
export function SavedViews({ list }: { list: string }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const { views, project, idempotencyKey } = useListViews()
  const { text } = useColumns()
  const details = useClosedByChoice()
  const search = withoutCursor(params)
  // A view keeps the columns as they are on the screen.
  if (text) search.set(COLUMNS, text)
  const action = `${paths.views(list)}?${search}`
  const sent = (
    <>
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
    </>
  )
  return (
    <details ref={details} className="sm:relative">
      <summary className={SUMMARY}>Views</summary>
      <div className="absolute right-0 z-30 mt-1 max-h-[max(14rem,calc(100dvh-22rem))] w-72 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-float max-sm:inset-x-3 max-sm:w-auto">
        {views.map(({ id, name, search: query, shared, mine }) => (
          <div key={id} className="flex items-center gap-1">
            <div className="min-w-0 grow">
              <MenuLink to={`${pathname}?${query}`}>
                <span className="truncate">{name}</span>
                {shared ? <span className="text-xs text-muted">Shared</span> : null}
              </MenuLink>
            </div>
            {mine ? (
              <Form method="post" action={action}>
                {sent}
                <input type="hidden" name="remove" value={id} />
                <SubmitButton variant="ghost" size="sm" aria-label={`Remove ${name}`}>
                  <X aria-hidden className="size-4" />
                </SubmitButton>
              </Form>
            ) : null}
          </div>
        ))}
        <Form
          method="post"
          action={action}
          className="space-y-2 p-2 not-first:border-t not-first:border-line"
        >
          {sent}
          <label className="block text-xs text-muted">
            Save view as
            <input
              name="name"
              required
              maxLength={60}
              autoComplete="off"
              className={`${CONTROL} mt-0.5`}
            />
          </label>
          <label className="flex min-h-8 items-center gap-2 max-sm:min-h-10">
            <input type="checkbox" name="shared" className="size-4 accent-accent" />
            Share with all users
          </label>
          <SubmitButton size="sm">Save view</SubmitButton>
        </Form>
      </div>
    </details>
  )
}
