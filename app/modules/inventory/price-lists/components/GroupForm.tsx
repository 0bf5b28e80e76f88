import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import type { CustomerGroup, PriceList } from '../queries.server'
import { customerGroupSchema } from '../schema'
import { PRICE_LIST_STATUSES } from './ListFields'

interface Props {
  project: string
  idempotencyKey: string
  lists: readonly PriceList[]
  /** Absent for a new group. */
  group?: CustomerGroup
  /** The number of pending bookings of its customers. */
  pending?: number
  lastResult: SubmissionResult<string[]> | undefined
  children: ReactNode
}

/** Edits a group of customers. */
export function GroupForm(props: Props) {
  const { project, idempotencyKey, lists, group, pending = 0, lastResult, children } = props
  const [form, fields] = useCommandForm({
    id: 'customer-group',
    schema: customerGroupSchema,
    lastResult,
    defaultValue: {
      name: group?.name,
      price_list_id: group?.priceListId ?? undefined,
      status: group?.status ?? 'active',
    },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      {group ? <input type="hidden" name="version" value={group.version} /> : null}
      <FormGrid>
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <SelectField
          field={fields.price_list_id}
          label="Price list"
          empty="The default list"
          options={lists.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          field={fields.status}
          label="Status"
          options={PRICE_LIST_STATUSES}
          hint="Price lists of inactive groups are not used"
        />
      </FormGrid>
      {group ? (
        <OpenBookings count={pending} of={{ stage: 'pending', customer_group: group.id }} />
      ) : null}
      <FormActions>
        <SubmitButton>{children}</SubmitButton>
        <LinkButton to={paths.inventory.customerGroups} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}
