import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { vatClassLabel } from '~/platform/values/vat'
import { Details } from '~/ui/Details'
import { DateText, Quantity } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import type { Product } from '../queries.server'
import { BelowCostHint } from './BelowCost'
import { ColorDot } from './ColorDot'

interface Props {
  product: Product
  enteredBy: string
  mayWrite: boolean
  /** The reader sees cost and supplier. */
  costs: boolean
  currency: string
  timeZone: string
}

/** Shows the details, prices and stock of a product. */
export function ProductPanels({ product, enteredBy, mayWrite, costs, currency, timeZone }: Props) {
  const pieces = (count: number) => <Quantity pieces={count} caseConfig={product.caseConfig} />
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Panel title="Product" className="sm:col-span-3">
        <Details
          items={[
            ...(costs ? [['Supplier', product.supplier] as const] : []),
            ['Category 1', product.category1],
            ['Category 2', product.category2],
            ['Category 3', product.category3],
            ['VAT class', vatClassLabel(product.vatClass)],
            ['Unit of measure', product.unit],
            ['Pcs/case', product.caseConfig.toLocaleString('en-US')],
            ['Liters/case', product.litersPerCase === '0' ? null : product.litersPerCase],
            [
              'Color',
              product.color ? (
                <span key="color" className="inline-flex items-center gap-2">
                  <ColorDot color={product.color} />
                  {product.color}
                </span>
              ) : null,
            ],
            ['Created by', enteredBy],
            ['Created', <DateText key="entered" value={product.createdAt} timeZone={timeZone} />],
            ['Changed', <DateText key="changed" value={product.modifiedAt} timeZone={timeZone} />],
            [
              'Source',
              product.importId && mayWrite ? (
                <Link
                  key="import"
                  to={`${paths.imports.kind('products')}#history`}
                  className="text-accent hover:underline"
                >
                  Import
                </Link>
              ) : product.importId ? (
                'Import'
              ) : (
                'Manual entry'
              ),
            ],
          ]}
        />
      </Panel>
      <Panel title={`Prices (${currency})`} className="sm:col-span-2">
        <Details
          layout="rows"
          items={[
            ...(product.defCost
              ? [
                  [
                    'Default cost',
                    <Price key="cost" value={product.defCost} packing={product} />,
                  ] as const,
                ]
              : []),
            [
              'Default SRP',
              <span key="srp">
                <Price value={product.defSrp} packing={product} />
                <BelowCostHint
                  price="Default SRP"
                  value={product.defSrp}
                  cost={product.defCost ?? undefined}
                  packing={{ caseConfig: product.caseConfig }}
                />
              </span>,
            ],
            [
              'Current SRP',
              <span key="live">
                <Price value={product.srp} packing={product} />
                <BelowCostHint
                  price="Current SRP"
                  value={product.srp}
                  cost={product.defCost ?? undefined}
                  packing={{ caseConfig: product.caseConfig }}
                />
              </span>,
            ],
          ]}
        />
      </Panel>
      <Panel title="Stock">
        <Details
          layout="rows"
          items={[
            ['On hand', pieces(product.onHand)],
            ['Reserved', pieces(product.reserved)],
            ['Available', pieces(product.available)],
            ['Reorder level', product.reorderLevel === null ? null : pieces(product.reorderLevel)],
          ]}
        />
      </Panel>
    </div>
  )
}
