// A file that does not compile.
int main()
{
    return nothing;
}
