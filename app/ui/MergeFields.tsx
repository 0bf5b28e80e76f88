import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { Option } from '~/platform/forms/choices'
import { LinkButton } from './Button'
import { CheckField } from './CheckField'
import { FormActions, FormGrid } from './FormGrid'
import { PickerField } from './PickerField'
import { SubmitButton } from './SubmitButton'

interface Props<F extends Record<string, unknown>> {
  into: FieldMetadata<string, F, string[]>
  sure: FieldMetadata<boolean, F, string[]>
  /** The kind of record, such as `customer`. */
  kind: string
  /** The label of the record that stays. */
  stays: string
  options: readonly Option[]
  /** The address that finds options by what is typed. */
  source: string
  /** The page of the record that goes. */
  back: string
  /** Fields that only this kind of record has. */
  children?: ReactNode
}

/** Renders the fields and buttons of a form that merges a record which was entered twice into another one. */
export function MergeFields<F extends Record<string, unknown>>(props: Props<F>) {
  const { into, sure, kind, stays, options, source, back, children } = props
  return (
    <>
      <FormGrid>
        <PickerField
          field={into}
          label={stays}
          options={options}
          source={source}
          className="lg:col-span-2"
        />
      </FormGrid>
      <div className="mt-3.5 grid max-w-xl gap-3.5">
        {children}
        <CheckField
          field={sure}
          label={`Both are the same ${kind}`}
          hint="A merge cannot be undone."
        />
      </div>
      <FormActions>
        <SubmitButton variant="danger">Merge {kind}s</SubmitButton>
        <LinkButton to={back} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </>
  )
}
