import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const inventoryRoutes = [
  route(paths.inventory.index, 'modules/inventory/stock/inventory-index.route.ts'),
  route(paths.inventory.stockIndex, 'modules/inventory/stock/inventory-index.route.ts', {
    id: 'inventory-list',
  }),
  route(paths.inventory.stock, 'modules/inventory/stock/view-list.route.tsx'),
  route(paths.inventory.stockMovement, 'modules/inventory/stock/view-actual.route.tsx'),
  route(paths.fileOf(paths.inventory.stock), 'modules/inventory/stock/stock-file.route.ts'),
  route(
    paths.fileOf(paths.inventory.stockMovement),
    'modules/inventory/stock/actual-file.route.ts',
  ),
  route(paths.inventory.ledger(':id'), 'modules/inventory/stock/ledger.route.tsx'),
  route(paths.fileOf(paths.inventory.counts), 'modules/inventory/counts/counts-file.route.ts'),
  route(
    paths.fileOf(paths.inventory.badOrders),
    'modules/inventory/bad-orders/bad-orders-file.route.ts',
  ),
  route(paths.inventory.counts, 'modules/inventory/counts/count-list.route.tsx'),
  route(paths.inventory.addCount, 'modules/inventory/counts/count-add.route.tsx'),
  route(paths.inventory.count(':id'), 'modules/inventory/counts/count.route.tsx'),
  route(paths.inventory.countPrint(':id'), 'modules/inventory/counts/count-print.route.tsx'),
  route(paths.inventory.badOrders, 'modules/inventory/bad-orders/bad-order-list.route.tsx'),
  route(paths.inventory.addBadOrder, 'modules/inventory/bad-orders/bad-order-add.route.tsx'),
  route(paths.inventory.badOrder(':id'), 'modules/inventory/bad-orders/bad-order.route.tsx'),
  route(paths.inventory.productOptions, 'modules/inventory/product-options.route.ts'),
  route(paths.inventory.supplierOptions, 'modules/inventory/supplier-options.route.ts'),
  route(paths.inventory.products, 'modules/inventory/products/product-list.route.tsx'),
  route(
    paths.fileOf(paths.inventory.products),
    'modules/inventory/products/products-file.route.ts',
  ),
  route(paths.inventory.addProduct, 'modules/inventory/products/product-add.route.tsx'),
  route(paths.inventory.product(':id'), 'modules/inventory/products/product.route.tsx'),
  route(paths.inventory.editProduct(':id'), 'modules/inventory/products/product-edit.route.tsx'),
  route(paths.inventory.purchases, 'modules/inventory/purchases/purchase-list.route.tsx'),
  route(
    paths.fileOf(paths.inventory.purchases),
    'modules/inventory/purchases/purchases-file.route.ts',
  ),
  route(paths.inventory.addPurchase, 'modules/inventory/purchases/purchase-add.route.tsx'),
  route(paths.inventory.purchaseProducts, 'modules/inventory/purchases/purchase-products.route.ts'),
  route(
    paths.inventory.purchaseSuppliers,
    'modules/inventory/purchases/purchase-suppliers.route.ts',
  ),
  route(
    paths.inventory.purchaseDuplicates,
    'modules/inventory/purchases/purchase-duplicates.route.ts',
  ),
  route(paths.inventory.purchase(':id'), 'modules/inventory/purchases/purchase.route.tsx'),
  route(
    paths.inventory.purchasePrint(':id'),
    'modules/inventory/purchases/purchase-print.route.tsx',
  ),
  route(paths.inventory.priceLists, 'modules/inventory/price-lists/lists.route.tsx'),
  route(paths.inventory.addPriceList, 'modules/inventory/price-lists/list-add.route.tsx'),
  route(paths.inventory.priceProducts, 'modules/inventory/price-lists/price-products.route.ts'),
  route(paths.inventory.priceList(':id'), 'modules/inventory/price-lists/list.route.tsx'),
  route(paths.inventory.customerGroups, 'modules/inventory/price-lists/groups.route.tsx'),
  route(paths.inventory.addCustomerGroup, 'modules/inventory/price-lists/group-add.route.tsx'),
  route(paths.inventory.customerGroup(':id'), 'modules/inventory/price-lists/group.route.tsx'),
  route(paths.inventory.edits, 'modules/inventory/edits/edits.route.tsx'),
  route(paths.inventory.addEdit, 'modules/inventory/edits/edit-add.route.tsx'),
]
