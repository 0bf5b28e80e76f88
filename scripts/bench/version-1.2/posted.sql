-- Posts the sales ledger of a version 1.2 and before, and what it keeps beside the rows of the data set.

insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, vat_amount, vat_class,
  cost, further, posted_at, memo_id)
select s.project_id, s.on_date, s.kind, s.booking_id, s.line_id, s.product_id, s.customer_id, s.agent_id, s.case_config, s.pieces, s.amount, s.vat_amount, 'vatable',
  s.cost, s.further, s.posted_at, s.memo_id
from bench.sales s order by s.n;

select private.keep_all_numbers();
select private.keep_all_document_sums();
