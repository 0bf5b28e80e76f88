import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { statusSchema } from '../schema'

interface Props {
  project: string
  product: { description: string; status: string; version: number }
  /** The quantity still on hand, formatted; null when there is none. */
  onHand: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Deactivates or reactivates a product after a confirmation. */
export function ProductStatusAction({ project, product, onHand, lastResult }: Props) {
  const [form] = useCommandForm({ id: 'product-status', schema: statusSchema, lastResult })
  const active = product.status === 'active'
  return (
    <ConfirmDialog
      trigger={active ? 'Deactivate' : 'Reactivate'}
      title={`${active ? 'Deactivate' : 'Reactivate'} ${product.description}`}
      body={
        active
          ? `It can no longer be bought or booked. Its documents and prices do not change${onHand ? `, nor does its stock: ${onHand}` : ''}. You can reactivate it at any time.`
          : 'It can be bought and booked again, with the prices it has.'
      }
      open={lastResult !== undefined}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project}>
          <input type="hidden" name="status" value={active ? 'inactive' : 'active'} />
          <input type="hidden" name="version" value={product.version} />
          {body}
          <FormActions>
            <SubmitButton variant={active ? 'danger' : 'primary'}>
              {active ? 'Deactivate product' : 'Reactivate product'}
            </SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
