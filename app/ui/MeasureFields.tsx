import type { FieldMetadata } from '@conform-to/react'
import type { MeasureParts } from '~/platform/papers/placed'
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
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {Object.entries(parts).map(([part, { title, measures }]) => (
        <Panel key={part} title={title}>
          <div className="grid grid-cols-3 items-end gap-x-3 gap-y-3.5">
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
          </div>
        </Panel>
      ))}
    </div>
  )
}
