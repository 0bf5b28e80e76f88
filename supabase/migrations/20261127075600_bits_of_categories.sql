set local check_function_bodies = off;

ALTER TABLE "private"."sales_customer_days" DROP CONSTRAINT "sales_customer_days_items1_bounded";

ALTER TABLE "private"."sales_customer_days" DROP CONSTRAINT "sales_customer_days_items2_bounded";

ALTER TABLE "private"."sales_customer_days" DROP CONSTRAINT "sales_customer_days_items3_bounded";

ALTER TABLE "private"."sales_customer_months" DROP CONSTRAINT "sales_customer_months_items1_bounded";

ALTER TABLE "private"."sales_customer_months" DROP CONSTRAINT "sales_customer_months_items2_bounded";

ALTER TABLE "private"."sales_customer_months" DROP CONSTRAINT "sales_customer_months_items3_bounded";

CREATE OR REPLACE FUNCTION private.column_bound(p_name text, p_type oid, p_typmod integer, p_checks text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    -- A state or a kind is one of a list already, some numbers are between two others.
    when p_type = 'text'::regtype and p_checks ~ '= ANY \(ARRAY' then null
    when p_checks ~ '<= \(?[0-9]' and p_type in ('numeric'::regtype, 'int4'::regtype) then null
    when p_type = 'text'::regtype then concat(case when p_checks ~ 'length\(' then '' else format('length(%I) <= 400 and ', p_name) end,
      format('%I !~ %L', p_name, private.bad_characters(p_name)))
    when p_type = 'text[]'::regtype then format('private.are_short_texts(%I, 200, 300)', p_name)
    when p_type = 'jsonb'::regtype then format('pg_column_size(%I) <= 1000000', p_name)
    -- NaN is greater than every number. A number without precision holds as many digits as one of money.
    when p_type = 'numeric'::regtype then format('%1$I between -%2$s and %2$s', p_name, case when p_typmod < 0 then 999999999999.99
      else trim_scale(power(10::numeric, ((p_typmod - 4) >> 16) - ((p_typmod - 4) & 2047)) - power(10::numeric, -((p_typmod - 4) & 2047))) end)
    -- Bits of a set are no quantity: items1 to items3 of private.sales_customer_days.
    when p_type = 'int8'::regtype and p_name ~ '^items[1-3]$' then null
    when p_type in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) then format('%I between -1000000000 and 1000000000', p_name)
    when p_type = 'date'::regtype then format('%I between date ''1900-01-01'' and date ''2999-12-31''', p_name)
    when p_type = 'timestamptz'::regtype then format('%I >= timestamptz ''1900-01-01 00:00Z'' and %1$I < timestamptz ''3000-01-01 00:00Z''', p_name)
  end
$function$;
