import { Form } from '@remix-run/react'
import { notificationKindOf } from '~/modules/notifications/kinds'
import type { Ways } from '~/modules/notifications/queries.server'
import { SubmitButton } from '~/ui/SubmitButton'

interface Props {
  ways: readonly Ways[]
  project: string
  idempotencyKey: string
}

/** A table of kinds of events and ways to be told of them. It works without scripts. */
export function WaysForm({ ways, project, idempotencyKey }: Props) {
  return (
    <Form method="post">
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="intent" value="ways" />
      <table className="w-full">
        <caption className="sr-only">Events, and how you are notified</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            <th scope="col" className="py-2 pr-2 pl-4 font-medium">
              Event
            </th>
            {['In the app', 'E-mail', 'Push'].map((way) => (
              <th key={way} scope="col" className="w-14 px-1 py-2 text-center font-medium sm:w-20">
                {way}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {ways.map(({ kind, inApp, byMail, byPush }) => {
            const { label, hint, inApp: place } = notificationKindOf(kind)
            return (
              <tr key={kind}>
                <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-medium">
                  <input type="hidden" name="shown" value={kind} />
                  {label}
                  <p className="text-xs font-normal text-muted">{hint}</p>
                </th>
                <Way name="in_app" {...{ kind, label, checked: inApp, instead: place }} />
                <Way name="by_mail" {...{ kind, label, checked: byMail }} />
                <Way name="by_push" {...{ kind, label, checked: byPush }} />
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="border-t border-line px-4 py-3">
        <SubmitButton>Save</SubmitButton>
      </div>
    </Form>
  )
}

const NAMES = { in_app: 'in the app', by_mail: 'by e-mail', by_push: 'by push' }

interface WayProps {
  name: keyof typeof NAMES
  kind: string
  label: string
  /** Null where there is no such way. */
  checked: boolean | null
  /** Says where people see it instead. */
  instead?: string | undefined
}

function Way({ name, kind, label, checked, instead = '–' }: WayProps) {
  return (
    <td className="px-1 py-1 text-center">
      {checked === null ? (
        <span className="text-xs text-muted">{instead}</span>
      ) : (
        <label className="flex min-h-10 items-center justify-center">
          <input
            type="checkbox"
            name={name}
            value={kind}
            defaultChecked={checked}
            className="size-4 accent-accent"
          />
          <span className="sr-only">
            {label} {NAMES[name]}
          </span>
        </label>
      )}
    </td>
  )
}
