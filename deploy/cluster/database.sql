-- Once, on the primary: psql -h lb -p 5000 -U postgres -f database.sql
create role sdwan login createrole password '@PASSWORD@';
-- For the operations page: who follows the primary, and how far behind.
grant pg_read_all_stats to sdwan;
create database sdwan owner sdwan;
