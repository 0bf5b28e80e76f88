import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DateText } from '~/ui/Figures'
import type { Edit, EditEffect } from '../queries.server'
import { EditChange } from './EditChange'
import { EditEffects } from './EditEffects'

interface Props {
  edit: Edit & { idempotencyKey: string }
  effect: EditEffect | undefined
  asker: string
  timeZone: string
  /** The name of the checkbox; null for readers who may not decide. */
  fieldName: string | null
  selected: boolean
}

/** Shows one pending request: change, reason, requester, and the effect of an approval. */
export function PendingEdit({ edit, effect, asker, timeZone, fieldName, selected }: Props) {
  const label = `${edit.poNo}, ${edit.description}`
  return (
    <li className="flex gap-3 border-b border-line p-4 last:border-b-0 has-[[name=picked]:checked]:bg-accent-soft/50">
      {fieldName ? (
        <input
          type="checkbox"
          name={fieldName}
          value={`${edit.id}~${edit.version}~${edit.idempotencyKey}`}
          defaultChecked={selected}
          aria-label={label}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold">
            {edit.description} <span className="font-normal text-muted">{edit.materialCode}</span>
          </h3>
          <span className="text-xs text-muted">
            {asker}, <DateText value={edit.requestedAt} timeZone={timeZone} />
          </span>
        </div>
        <p className="mt-1">
          <EditChange edit={edit} />
          <span className="text-muted"> on </span>
          <Link
            to={paths.inventory.purchase(edit.purchaseId)}
            className="font-medium text-accent hover:underline"
          >
            {edit.poNo}
          </Link>
          <span className="text-muted">, {edit.supplier}</span>
        </p>
        <p className="mt-1 mb-3 break-words">“{edit.reason}”</p>
        {effect ? <EditEffects edit={edit} effect={effect} /> : null}
      </div>
    </li>
  )
}
