import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const [, page = ''] = readFileSync('docs/field-api.md', 'utf8').split('## Former field names')
const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| ?(.*?) ?\|$/gm)]
  .map(([, entity, field, kept, note]) => ({ entity, field, kept: kept!, note: note! }))
  .filter(({ entity }) => entity !== 'Entity' && entity !== '---')

/** The former lists of documents, each with its fields. Of dates that are only called so, the page names each. */
const FORMER: Record<string, string> = {
  Project: `projectName ownerName ownerEmail productCategories1 projectStatus projectTimeStampAdded
    projectTimeStampModified logoUri logoUri1 bookingCount collectionList collectionGroupList projectAddress projectTitle
    projectOtherInfo1 projectOtherInfo2 voucherCount`,
  User: `user_id email password user_access display_name project_linked_list userStatus managerID dateNameModified`,
  Product: `productDescription productSupplier productMaterialCode productCategory1 productUnitOfMeasure productCaseConfig
    productLitersPerCase productStatus productTimeStampAdded productTimeStampModified def_cost def_srp selectedColor`,
  Inventory: `productID inventoryStats inventoryUsedStocks inventoryStocksReturned inventoryTimeStampModified
    currentInventorySRP linked_purchase_id`,
  Purchase: `purchaseList product_id prod_srp purchaseTimeStampAdded purchaseTimeStampModified purchaseStatus POno
    InvoiceDate deliveryDate isReturnsData`,
  Customer: `customerDetails tinNo businessStyle collectibles creditLine approvalStatus userID dateTimeModified financeUserID`,
  Booking: `soNo customerID agentID selectedProductList AgentSRP Quantity approvalStatus bookingStatus collectionStatus
    date_paid date_cleared date_delivered correctDateAdded date_invoiced InvoiceNo timeStampInvoiceNumberChanged
    dateValidatedModified whoValidated`,
  Collection: `bookingID collectionType collectionDetails amount crDate crNo drrDate drrNo dateCollected timeCollected
    approvalStatus dataStatus soNo customerID agentID collection_cheque_cleared`,
  'Voucher request': `voucherNo voucherGenDescription voucher_invoiceNo voucher_category voucher_classification
    voucher_pay_to voucher_pay_to_acc_no voucherList voucherModeOfPayment chequeBank chequeAccountNo chequeNo chequeAmount
    voucherStatus dates createdBy userID releasedBy whoCancelled whoReleased`,
  'Warehouse request': `bookingID userID soNo bookingDetails reason requestStatus requestNo dates`,
  Payee: 'fname accountNo',
  Bank: 'bank accountNo',
  Releaser: 'fname lname mname designation',
  'Cost center': 'cost_center account_number',
  'Agent-customer transfer': 'target_agentID from_agentID financeID customerID dateAdded',
  'Product-edit request': `userID purchaseID POno productID isChangeLiveSrp itemToEdit itemEditFrom whatEdit requestStatus`,
  'Current user': 'display_name id email',
  'Company settings': 'logoUri',
  'any record': `date_object_admin_trace User_List Inventory Product_List Customer_List Booking_List VoucherRequest_List
    Collection_List Purchase_List WarehouseRequest_List Payee_List Banks_List Releaser_List Cost_Center_List
    AgentCustomerTransfer_List ProjectList`,
}
const STORED = [
  'loggedIn',
  'whatNav',
  'whatNav_',
  'email',
  'password',
  'logoURI',
  'logoURI1',
  'version',
]

it('the page has each field of the former lists and each key of the browser', () => {
  const has = (text: string, name: string) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text)
  const missing = Object.entries(FORMER).flatMap(([entity, fields]) => {
    const own = rows.filter((row) => row.entity === entity)
    const text = own.map(({ field, note }) => `${field} ${note}`).join(' ')
    return fields.split(/\s+/).flatMap((name) => (has(text, name) ? [] : [`${entity} ${name}`]))
  })
  const keys = page.slice(page.indexOf('## Keys of the browser'))
  expect([...missing, ...STORED.filter((name) => !has(keys, name))]).toEqual([])
})

it('the page of field names has a table and column for each field', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(({ kept }) => !/^`\w+\.\w+`(, `\w+\.\w+`)*$/.test(kept))).toEqual([])
})

it('the database has each table, column and function that the page names', async () => {
  const columns = await fixture.db.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  )
  const functions = await fixture.db.sql<{ name: string }>(
    "select distinct proname || '()' as name from pg_proc where pronamespace = 'public'::regnamespace",
  )
  const known = new Set([...columns, ...functions].map(({ name }) => name))
  const named = [...page.matchAll(/`(\w+(?:\.\w+|\(\)))`/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((name) => name !== 'name()' && !known.has(name))).toEqual([])
})
