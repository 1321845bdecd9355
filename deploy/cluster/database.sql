-- Once, on the primary: psql -h lb -p 5000 -U postgres -f database.sql
create role sdwan login createrole password '@PASSWORD@';
create database sdwan owner sdwan;
