import type { FieldMetadata } from '@conform-to/react'
import type { MeasureParts } from '~/platform/papers/placed'
import { FormGrid } from './FormGrid'
import { Panel } from './Panel'
import { TextField } from './TextField'

/** Edits the measures of a layout in millimeters, part by part. */
export function MeasureFields({
  parts,
  fields,
}: {
  parts: MeasureParts
  fields: Readonly<Record<string, FieldMetadata<unknown>>>
}) {
  return Object.entries(parts).map(([part, { title, measures }]) => (
    <Panel key={part} title={title}>
      <FormGrid>
        {Object.entries(measures).map(([name, { label }]) => (
          <TextField
            key={name}
            field={fields[name]!}
            label={`${label} (mm)`}
            inputMode="decimal"
            autoComplete="off"
            controlClass="figures text-right"
          />
        ))}
      </FormGrid>
    </Panel>
  ))
}
