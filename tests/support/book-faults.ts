/**
 * Lists ways to break the books of project A, straight in its tables, and the checks that notice. `$a` chooses its rows, `$id` is its id.
 */
export const FAULTS: [broken: string, sql: string][] = [
  ['stock.kinds stock.on_hand', 'update public.inventory set adjusted = adjusted + 1 where $a'],
  [
    'stock.kinds',
    'update public.inventory set adjusted = adjusted - 1, purchased = purchased + 1 where $a',
  ],
  // Pieces leave on a day long ago and come back today.
  ...['sellable', 'bad_order'].map((state): [string, string] => [
    'stock.days',
    `insert into public.stock_movements (project_id, product_id, kind, stock_state, quantity, cost, on_date, source_table, source_id)
     select project_id, product_id, 'adjustment', '${state}', x.pieces, 0, x.on_date, 'imports', $id
     from public.inventory, (values (-1, date '2001-01-01'), (1, current_date)) x (pieces, on_date) where $a`,
  ]),
  ['stock.reserved', 'update public.inventory set reserved = reserved + 1 where $a'],
  [
    'ledgers.sales ledgers.sales_days stock.issues',
    "update public.stock_movements set source_line = gen_random_uuid() where $a and kind = 'issue'",
  ],
  [
    'stock.counts',
    `update public.stock_count_lines set counted = expected + 1 where $a;
     update public.stock_counts set count_status = 'posted' where $a`,
  ],
  [
    'stock.counts',
    `update public.stock_count_lines set counted = expected - 1 where $a and stock_state = 'bad_order';
     update public.stock_counts set count_status = 'posted' where $a`,
  ],
  [
    'stock.price',
    `insert into public.price_changes (project_id, product_id, price, old_price, new_price)
     select project_id, product_id, 'current_srp', 1, current_srp + 1 from public.inventory where $a`,
  ],
  [
    'purchases.pieces',
    'update public.purchase_lines set quantity = 2 * quantity, cost_pieces = 2 * cost_pieces where $a',
  ],
  [
    'purchases.amounts',
    "update public.stock_movements set variance = variance + 0.01 where $a and source_table = 'purchases'",
  ],
  // The line, its movement and the journal agree, but the two parts that went back have more VAT than what came.
  [
    'purchases.vat',
    `with l as (update public.purchase_lines set vat_amount = vat_amount + 0.01 where $a
       and purchase_id = (select id from public.purchases where $a and po_no = 'BACK-2') returning id)
     update public.stock_movements set vat_amount = vat_amount - 0.01, variance = variance + 0.01
     where $a and source_line in (select id from l)`,
  ],
  ['purchases.total', 'update public.purchases set total_cost = total_cost + 0.01 where $a'],
  [
    'orders.total',
    "update public.bookings set total = total + 0.01 where $a and collection_status = 'unpaid' and not is_opening",
  ],
  [
    'orders.total',
    'update public.bookings set discount = discount + 0.01 where $a and not is_opening',
  ],
  ['orders.credit', 'update public.customers set credit_line = 0 where $a'],
  [
    'orders.receipts',
    'update public.projects set delivery_receipt_count = delivery_receipt_count + 1 where id = $id',
  ],
  ['orders.numbers', 'update public.projects set booking_count = booking_count + 1 where id = $id'],
  [
    'receipts.collected',
    'update public.booking_credits set amount = amount + 0.01 where $a and memo_id is null',
  ],
  [
    'journal.controls ledgers.sales memos.credits memos.invoices memos.sales receipts.collected',
    'update public.booking_credits set amount = amount + 0.01 where $a and memo_id is not null',
  ],
  [
    'ledgers.closed',
    `insert into public.period_closings (project_id, act, closed_through, reason, created_at)
     values ($id, 'close', '2999-12-30', 'By hand', now() - interval '1 hour')`,
  ],
  ...[
    `update public.bookings set date_added = '1994-01-01' where id = (select min(id::text)::uuid from public.bookings where $a and not is_opening)`,
    `update public.vouchers set date_added = '1994-01-01' where $a`,
    `update public.purchases set date_added = '1994-01-01' where $a and delivery_date is not null`,
    `update public.bookings set date_added = '1994-01-01', created_at = '1994-01-01', edited_at = now()
     where id = (select min(id::text)::uuid from public.bookings where $a and not is_opening)`,
    `update public.vouchers set date_added = '1994-01-01', created_at = '1994-01-01', edited_at = now() where $a`,
    `insert into public.invoice_changes (project_id, booking_id, old_no, new_no, old_date, new_date, reason)
     select project_id, id, invoice_no, 'X-1', '1994-01-01', current_date, 'By hand' from public.bookings where $a and invoice_no is not null limit 1`,
  ].map((late): [string, string] => [
    'ledgers.closed',
    `insert into public.period_closings (project_id, act, closed_through, reason, created_at)
     values ($id, 'close', '1994-12-31', 'By hand', now() - interval '1 hour');
     update public.projects set closed_through = '1994-12-31' where id = $id; ${late}`,
  ]),
  ['ledgers.closed', "update public.projects set closed_through = '2000-01-01' where id = $id"],
  ['stock.kinds', 'update public.inventory set bad_order = bad_order + 1 where $a and on_hand > 1'],
  [
    'memos.credits vat.output',
    "update public.memos set vat_amount = 0 where $a and kind = 'credit'",
  ],
  ['memos.debits', "update public.memos set amount = amount + 0.01 where $a and kind = 'debit'"],
  [
    'memos.debits',
    'update public.memo_lines set price_difference_pieces = 12 where $a and price_difference is not null',
  ],
  // A debit memo was written off; goods and prices have nothing to do with it.
  ...['return', 'price_allowance'].map((reason): [string, string] => [
    'memos.invoices',
    `update public.memos set reason_code = '${reason}' where $a and reason_code = 'write_off'`,
  ]),
  // All of both lines came back: their VAT adds up over the booking, but not on each of them.
  [
    'memos.vat',
    `update public.sales_entries e set vat_amount = e.vat_amount + case x.n when 1 then 0.01 else -0.01 end
     from (select min(e.id) as id, row_number() over () as n from public.sales_entries e where $a
       and e.booking_id in (select booking_id from public.booking_lines where $a and agent_srp = 3.33) group by e.line_id) x
     where $a and e.id = x.id`,
  ],
  [
    'memos.numbers',
    'update public.projects set credit_memo_count = credit_memo_count + 1 where id = $id',
  ],
  [
    'receipts.balance',
    "update public.bookings set date_paid = current_date where $a and collection_status <> 'paid'",
  ],
  [
    'journal.controls ledgers.money ledgers.unapplied receipts.allocated',
    `update public.collections set amount = amount - 0.01 where $a and id in (select collection_id
     from public.collection_allocations)`,
  ],
  [
    'receipts.parts',
    `insert into public.collections (project_id, receipt_id, part_no, customer_id, agent_id, collection_type, amount, cr_no, cr_date,
       date_collected, time_collected)
     select project_id, receipt_id, 3, customer_id, agent_id, 'withholding', 1, cr_no, cr_date, date_collected, time_collected
     from public.collections where $a and approval_status = 'pending' limit 1`,
  ],
  [
    'ledgers.receivables receipts.uncleared totals.receivables',
    'update public.bookings set uncleared = uncleared + 0.01 where $a',
  ],
  [
    'cheques.state journal.banks journal.controls ledgers.money',
    "update public.collections set cheque_state = 'on_hand' where $a and cheque_state = 'deposited'",
  ],
  [
    'cheques.slip journal.banks ledgers.money ledgers.unapplied',
    `update public.collections set cheque_state = 'cleared', cheque_cleared_on = current_date where $a and cheque_state = 'deposited';
     update public.cheque_events set event = 'cleared', slip_id = null where $a`,
  ],
  [
    'cheques.cash ledgers.money',
    `insert into public.cash_deposits (project_id, slip_id, amount, on_date, reason)
     select project_id, slip_id, -0.01, on_date, 'Half of it' from public.cash_deposits where $a`,
  ],
  ['remittances.sums', 'update public.remittances set others = others + 1 where $a'],
  [
    'remittances.receipts',
    "update public.collections set drr_no = 'other' where $a and remittance_id is not null",
  ],
  ['vouchers.total', 'update public.voucher_lines set amount = amount + 0.01 where $a'],
  [
    'trail.vouchers vouchers.state',
    `update public.vouchers set status = 'cancelled', cancel_reason = 'x', cancelled_at = now(), date_cancelled = current_date
     where $a and mode_of_payment = 'cash'`,
  ],
  [
    'trail.vouchers vouchers.state',
    `update public.vouchers set status = 'cancelled', who_cancelled = created_by, cancel_reason = 'x', cancelled_at = now(),
       date_cancelled = date_added - 1 where $a and mode_of_payment = 'cash'`,
  ],
  [
    'vouchers.cheque_state',
    "update public.issued_cheques set state = 'void', voided_on = '2000-01-01', void_reason = 'x' where $a and voucher_id is not null",
  ],
  [
    'vouchers.numbers',
    'update public.projects set voucher_count = voucher_count + 1 where id = $id',
  ],
  [
    'vouchers.cheque',
    "update public.issued_cheques set payee_name = 'Somebody' where $a and voucher_id is not null",
  ],
  [
    'journal.controls ledgers.money vouchers.cheque_state',
    `update public.issued_cheques set state = 'released', released_on = current_date where $a and voucher_id is not null`,
  ],
  [
    'journal.controls ledgers.stock',
    'update public.inventory set stock_value = stock_value + 0.01 where $a',
  ],
  [
    'journal.controls ledgers.discounts ledgers.sales memos.sales',
    'update public.sales_entries set amount = amount + 0.01 where $a',
  ],
  [
    'ledgers.categories',
    `update public.sales_entries set category1 = 'Elsewhere' where $a and id = (select min(id) from public.sales_entries where $a)`,
  ],
  [
    'ledgers.categories',
    `insert into public.category_changes (project_id, product_id, on_date, categories)
     select project_id, id, current_date + 1, array['Elsewhere', null, null] from public.products where $a limit 1`,
  ],
  ['ledgers.discounts', 'update public.sales_entries set discount = discount + 0.01 where $a'],
  ['ledgers.discounts', 'update public.sales_entries set free = not free where $a'],
  [
    'memos.sales memos.vat vat.output',
    'update public.sales_entries set vat_amount = vat_amount + 0.01 where $a',
  ],
  ['vat.bookings', 'update public.bookings set vat_amount = vat_amount + 0.01 where $a'],
  [
    'journal.controls vat.purchases',
    "update public.stock_movements set vat_amount = 1 where $a and kind = 'purchase' and source_table = 'purchases'",
  ],
  [
    'journal.controls totals.cost_of_sales vat.report',
    "update public.stock_movements set vat_amount = 1 where $a and source_table = 'bookings'",
  ],
  [
    'ledgers.sales_days totals.cost_of_sales',
    'update public.sales_entries set on_date = on_date - 1 where $a',
  ],
  ['ledgers.positions', 'update private.receivable_positions set moved_on = moved_on - 1 where $a'],
  [
    'ledgers.positions totals.receivables',
    'update private.receivable_positions set charged = charged + 1 where $a',
  ],
  [
    'journal.months',
    `insert into private.sealed_months (project_id, month) values ($id, '2020-01-01');
     insert into private.book_months (project_id, book, month, item, amount, amount2, number, number2) values ($id, 'journal', '2020-01-01', 'bank', 0.01, 0, 0, 0)`,
  ],
  [
    'journal.months',
    `insert into private.sealed_months (project_id, month) values ($id, '2020-01-01');
     insert into private.book_months (project_id, book, month, item, amount, amount2, number, number2) values ($id, 'vat', '2020-01-01', 'sale', 0, 0.01, 0, 0)`,
  ],
  [
    'journal.months',
    `insert into private.sealed_months (project_id, month) values ($id, '2020-01-01');
     insert into private.book_months (project_id, book, month, item, amount, amount2, number, number2) values ($id, 'receipts', '2020-01-01', 'cash', 0.01, 0, 1, 1)`,
  ],
  [
    'journal.months',
    `insert into private.sealed_months (project_id, month) values ($id, '2020-01-01');
     insert into private.book_months (project_id, book, month, item, amount, amount2, number, number2) values ($id, 'deliveries', '2020-01-01', 'pieces', 0, 0, 1, 0)`,
  ],
  [
    'ledgers.sealed_sales',
    `insert into private.sealed_months (project_id, month) values ($id, '2020-01-01');
     insert into private.sales_months (project_id, part, month, agent_id, customer_id, lines, bookings, visits, skus, cs, pcs, pieces, millilitres, free, gross, discount, allowances, net)
     values ($id, 'customer', '2020-01-01', $id, $id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  ],
  [
    'journal.months ledgers.sealed_sales',
    `insert into private.sealed_months (project_id, month)
     select distinct project_id, date_trunc('month', on_date)::date from public.sales_entries where $a`,
  ],
  [
    'ledgers.positions ledgers.receivables totals.receivables',
    'update public.receivable_entries set cleared_amount = cleared_amount + 0.01 where $a and booking_id is not null',
  ],
  [
    'journal.controls ledgers.positions ledgers.unapplied totals.receivables',
    `insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, collection_id, amount, cleared_amount)
     select project_id, date_collected, 'receipt', customer_id, agent_id, id, 0.01, 0 from public.collections where $a`,
  ],
  [
    'journal.balanced journal.banks journal.controls ledgers.cash ledgers.money',
    'update public.money_entries set amount = amount + 0.01 where $a',
  ],
  [
    'journal.controls ledgers.cash',
    'update private.cash_balances set amount = amount + 0.01 where $a',
  ],
  [
    'ledgers.cash_days',
    "update public.money_entries set on_date = on_date + 400 where $a and place = 'office' and amount > 0",
  ],
  [
    'memos.sales vat.output',
    "update public.sales_entries set memo_id = null where $a and kind = 'allowance'",
  ],
  // The cost of a line is right, but that of its delivery and of its memo is not.
  [
    'totals.cost_of_sales',
    `update public.sales_entries e set cost = e.cost + case e.id when x.sold then 0.01 else -0.01 end
     from (select line_id, min(id) filter (where kind = 'delivery') as sold, min(id) filter (where kind = 'return') as back
       from public.sales_entries where $a group by line_id) x
     where $a and x.back is not null and e.id in (x.sold, x.back)`,
  ],
  // The booking is another customer's on the screens that read bookings.
  [
    'totals.receivables',
    `update public.bookings b set customer_id = (select c.id from public.customers c where c.project_id = b.project_id and c.id <> b.customer_id limit 1)
     where $a and date_invoiced is not null and balance <> 0`,
  ],
  [
    'numbers.doubles',
    `update public.bookings b set invoice_no = lower(replace(o.invoice_no, '-', ' '))
     from (select x.id, x.other, y.invoice_no from (select id, lag(id) over (order by id) as other from public.bookings
       where $a and invoice_no like '%-%' and not is_opening) x join public.bookings y on y.id = x.other limit 1) o where b.id = o.id`,
  ],
  [
    'numbers.doubles',
    `update public.products g set material_code = o.code || chr(8203)
     from (select id, lag(material_code) over (order by id) as code from public.products where $a) o where g.id = o.id and o.code is not null`,
  ],
  [
    'numbers.doubles',
    `update public.customers c set name = o.name || chr(173)
     from (select id, lag(name) over (order by id) as name from public.customers where $a) o where c.id = o.id and o.name is not null`,
  ],
  ...['bookings', 'customers', 'receipts', 'vouchers'].map((kind): [string, string] => [
    `trail.${kind}`,
    `delete from public.audit_log where $a and table_name = '${kind === 'receipts' ? 'collections' : kind}'`,
  ]),
]
